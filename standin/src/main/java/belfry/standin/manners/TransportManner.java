package belfry.standin.manners;

/** How an answer goes over the wire; drawn for each answer. */
public enum TransportManner implements Manner {
  GZIP_UNASKED("compressed, though nobody asked for it"),
  BYTE_ORDER_MARK("a byte order mark before the JSON"),
  LATIN_1("in ISO 8859-1, as the Content-Type says"),
  NO_CONTENT_TYPE("no Content-Type"),
  TEXT_CONTENT_TYPE("the Content-Type text/plain, though it is JSON"),
  EARLY_HINTS("an interim answer 103 first"),
  CHUNKED_ANSWERS("in chunks"),
  BODY_DRIBBLES(2_000, "in small pieces spread over so many ms"),
  HANGS_UP("the connection ends after the answer, though nothing was said of that"),
  HEADERS_LOWER_CASE("names of headers in small letters");

  private final String says;
  private final long usual;

  TransportManner(String says) {
    this(0, says);
  }

  TransportManner(long usual, String says) {
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
