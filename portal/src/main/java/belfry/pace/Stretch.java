package belfry.pace;

/** The time since the last refusal's rest, and how many requests were accepted in it. */
final class Stretch {
  private long from;
  private int accepted;
  private boolean allWork = true;

  Stretch(long now) {
    from = now;
  }

  void accepted() {
    accepted++;
  }

  /** Begins anew after a refusal whose rest ends at this time. */
  void begin(long at) {
    from = at;
    accepted = 0;
    allWork = true;
  }

  /** Continues at this time, after an interruption that says nothing about the rate. */
  void goOn(long at) {
    allWork &= accepted == 0;
    from = at;
    accepted = 0;
  }

  /** There was nothing to send, or no answer, so the stretch says little about the rate. */
  void idled(long at) {
    from = at;
    accepted = 0;
    allWork = false;
  }

  /** The stretch at the moment of a refusal. */
  record Seen(long from, int accepted, boolean allWork) {
    double seconds(long now) {
      return (now - from) / 1e9;
    }
  }

  Seen seen() {
    return new Seen(from, accepted, allWork);
  }

  boolean isEmpty() {
    return accepted == 0;
  }
}
