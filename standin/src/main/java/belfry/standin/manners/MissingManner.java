package belfry.standin.manners;

/** What comes in the place of a conversation; drawn for each answer. */
public enum MissingManner implements Manner {
  MISSING_AS_HTML("none: 404 with a page of HTML"),
  MISSING_AS_OTHER_JSON("none: 404 with JSON of another shape"),
  MISSING_AS_EMPTY("none: 200 without items"),
  MISSING_AS_400("none: 400 with the same words"),
  MISSING_AS_403("none: 403 with the same words"),
  DIRECT_BY_ID_MISSING("404 by personId, though by personEmail it is found"),
  DIRECT_FALSELY_MISSING("404 as if there were none, though there is"),
  CONVERSATION_LAG(5_000, "404 until so many ms after it was opened");

  private final String says;
  private final long usual;

  MissingManner(String says) {
    this(0, says);
  }

  MissingManner(long usual, String says) {
    this.usual = usual;
    this.says = says;
  }

  @Override
  public long usual() {
    return usual;
  }

  @Override
  public String says() {
    return says;
  }
}
