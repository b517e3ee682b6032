package belfry.client;

/**
 * How far the sending has come, so that whoever ends the command in the middle, and whoever is left
 * without an answer, is told what the portal may have taken. Thread-safe.
 */
final class Stage {
  private final Sender.Key key;
  private Point point = new Point(At.BEGUN, "");
  private boolean over;

  private enum At {
    /** Nothing is known yet of what an earlier command under the same key did. */
    BEGUN,
    DRAFTING,
    NOTHING_SENT,
    ASKED,
    TAKEN
  }

  /**
   * @param page where people see its job; empty while there is none
   */
  private record Point(At at, String page) {
    String id() {
      return page.replaceFirst(".*/", "");
    }
  }

  Stage(Sender.Key key) {
    this.key = key;
  }

  /**
   * A draft is about to be made, or to be deleted.
   *
   * @throws Stop if somebody was told already that there is none
   */
  synchronized void drafting() {
    requireGoingOn();
    point = new Point(At.DRAFTING, point.page);
  }

  /** There is a draft, or none any more (empty). */
  synchronized void drafted(String page) {
    point = new Point(At.NOTHING_SENT, page);
  }

  /**
   * The portal is about to be asked to send it.
   *
   * @throws Stop if somebody was told already that it was not
   */
  synchronized void asked() {
    requireGoingOn();
    point = new Point(At.ASKED, point.page);
  }

  private void requireGoingOn() {
    if (over) {
      throw new Stop(End.INTERRUPTED, "Interrupted. " + words());
    }
  }

  /** It has not taken it now; a test has no draft that would tell of earlier. */
  synchronized void refused() {
    point = new Point(point.page.isEmpty() ? At.BEGUN : At.NOTHING_SENT, point.page);
  }

  /** A test has no page. */
  synchronized void taken(String page) {
    point = new Point(At.TAKEN, page);
  }

  /** Not after the end, when whoever was told of the draft may go on with it. */
  synchronized boolean isToDiscard() {
    return !over && isNothingSent();
  }

  synchronized boolean isNothingSent() {
    return point.at != At.ASKED && point.at != At.TAKEN;
  }

  /** The command ends now; what is known of it, which stays true. */
  synchronized String end() {
    over = true;
    return words();
  }

  /** What is known of it, and what can be done. */
  synchronized String words() {
    var here = point;
    return switch (here.at) {
      case BEGUN -> key.begun();
      case DRAFTING ->
          key.given()
              ? key.begun()
              : "Nothing was sent, but there may be a draft of it: "
                  + (here.page.isEmpty() ? "belfry jobs list --scope drafts shows it" : here.page);
      case NOTHING_SENT ->
          key.given()
              ? "Nothing was sent. Run the same command again to send it"
              : here.page.isEmpty()
                  ? "Nothing was sent"
                  : "Nothing was sent, but there is a draft of it: " + here.page;
      case ASKED ->
          "It is not known whether the portal has taken it. Run the same command again with"
              + " --idempotency-key "
              + key.value()
              + ": it is sent once."
              + (here.page.isEmpty()
                  ? ""
                  : " Look at it at %s%nbelfry jobs show %s says whether it has, belfry jobs cancel %s ends it"
                      .formatted(here.page, here.id(), here.id()));
      case TAKEN ->
          here.page.isEmpty()
              ? "The portal has the test, and goes on with it"
              : "The portal has it, and goes on: %s%nbelfry jobs follow %s follows it, belfry jobs cancel %s ends it"
                  .formatted(here.page, here.id(), here.id());
    };
  }
}
