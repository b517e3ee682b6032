package belfry.standin.manners;

/** What the Date header tells; drawn for each answer. */
public enum ClockManner implements Manner {
  DATE_OFF(10, "so many minutes ahead"),
  DATE_OFF_ON_ERRORS(10, "so many minutes ahead on errors only"),
  NO_DATE("none"),
  DATE_FROZEN("always that of the first answer since this is on"),
  DATE_OLD_FORM("as RFC 850 writes it"),
  DATE_ISO("as ISO 8601 writes it"),
  DATE_ZONED("with another zone than GMT");

  private final String says;
  private final long usual;

  ClockManner(String says) {
    this(0, says);
  }

  ClockManner(long usual, String says) {
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
