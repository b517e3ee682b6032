package belfry.bench.siege;

/** What the hostile ones do. */
enum Kind {
  /** For comparison. */
  NOBODY("nobody"),
  SILENT("silent sockets"),
  HEADERS("unfinished headers"),
  BODIES("slow bodies"),
  DEAF("answers nobody reads"),
  RESTLESS("opened and closed"),
  STREAMS("event streams"),
  PREVIEWS("huge previews"),
  FILES("uploads and exports"),
  CALLBACKS("bogus sign-ins"),
  REFUSED("refused, kept open"),
  SCATTERED("the same, scattered");

  private final String words;

  Kind(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
