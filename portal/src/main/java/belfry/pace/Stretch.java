package belfry.pace;

/** The time since the last refusal's rest, and how many were accepted in it. */
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

  /** A refusal came, and the rest it asked for ends then. */
  void begin(long at) {
    from = at;
    accepted = 0;
    allWork = true;
  }

  /** It was interrupted by what says nothing about the rate, and goes on then. */
  void goOn(long at) {
    allWork &= accepted == 0;
    from = at;
    accepted = 0;
  }

  /** There was nothing to send, or no answer: what comes then says little about the rate. */
  void idled(long at) {
    from = at;
    accepted = 0;
    allWork = false;
  }

  /** What it was when a refusal came. */
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
