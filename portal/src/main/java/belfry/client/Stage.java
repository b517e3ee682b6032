package belfry.client;

/**
 * How far the sending has come, so that whoever ends the command in the middle, and whoever is left
 * without an answer, is told what the portal may have taken. Read by another thread.
 */
final class Stage {
  private final Sender.Key key;
  private volatile Point point = new Point(At.NOTHING_SENT, "");

  private enum At {
    NOTHING_SENT,
    ASKED,
    TAKEN
  }

  /**
   * @param page where people see its job; empty while there is none
   */
  private record Point(At at, String page) {}

  Stage(Sender.Key key) {
    this.key = key;
  }

  /** There is a draft, or none any more (empty). */
  void drafted(String page) {
    point = new Point(At.NOTHING_SENT, page);
  }

  /** The portal is being asked to send it. */
  void asked() {
    point = new Point(At.ASKED, point.page);
  }

  /** It has not taken it. */
  void refused() {
    point = new Point(At.NOTHING_SENT, point.page);
  }

  void taken(String page) {
    point = new Point(At.TAKEN, page);
  }

  boolean isNothingSent() {
    return point.at == At.NOTHING_SENT;
  }

  private static String id(Point here) {
    return here.page.replaceFirst(".*/", "");
  }

  /** What is known of it, and what can be done. */
  String words() {
    var here = point;
    return switch (here.at) {
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
              + (here.page.isEmpty() ? "" : " Look at it at " + here.page);
      case TAKEN ->
          "The portal has it, and goes on: %s%nbelfry jobs follow %s follows it, belfry jobs cancel %s ends it"
              .formatted(here.page, id(here), id(here));
    };
  }
}
