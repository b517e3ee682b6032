package belfry.standin.manners;

/** What a posted message is answered with; drawn for each post. */
public enum PostManner implements Manner {
  POST_WITHOUT_EMAIL("stored; the answer has no toPersonEmail"),
  POST_WITHOUT_PERSON("stored; the answer does not say whom it went to"),
  POST_NAMES_ANOTHER("stored; the answer names somebody else"),
  POST_WITHOUT_ID("stored; the answer has no id"),
  POST_CREATED("stored; 201"),
  POST_HTML_SUCCESS("stored; 200 with a page of HTML"),
  POST_EMPTY_SUCCESS("stored; 204, or 200 without a body, in turn"),
  POST_ERROR_OBJECT_STORED("stored; 200 with an errors member and no message"),
  POST_TRUNCATED("stored; half of the answer"),
  POST_STALLS(60_000, "stored; half of the answer, then nothing for so many ms"),
  REFUSAL_AS_HTML_STORED("stored; 404 with a page of HTML"),
  REFUSAL_STORED("stored; 403 as the contract has it, which it does not allow"),
  THROTTLED_BUT_STORED("stored; 429, which the contract does not allow"),
  GATEWAY_RETRIES("stored twice by a gateway that sent it on twice; 200"),
  RECIPIENT_ECHOES("stored; the recipient answers with the same words at once"),
  POST_ACCEPTED_LATER(5_000, "202 at once, stored after so many ms"),
  REFUSAL_AS_HTML("not stored; 403 with a page of HTML"),
  POST_LOGIN_PAGE("not stored; 200 with the HTML of a login page"),
  POST_ERROR_OBJECT("not stored; 200 with an errors member and no message"),
  POST_EMPTY_FAILURE("not stored; 200 without a body"),
  POST_REPLAYED("not stored; 200 with the answer to an earlier message"),
  POST_DEDUPLICATED(
      60_000,
      "not stored where the recipient got the same words within so many ms; 200 all the same"),
  POST_REDIRECTED("not stored; 307 to the same route with another query"),
  STRAY_401("not stored; 401, though the token is good"),
  STRAY_404("not stored; 404 as for an unknown person, though the person is known"),
  STRAY_429(2, "not stored; 429 for no reason, with all kinds of Retry-After in turn"),
  REFUSED_ALONE("not stored; 429 for the share of those written to, each time"),
  REFUSED_ALONE_AT_TIMES("not stored; 429 for the share of those written to, every other time");

  private final String says;
  private final long usual;

  PostManner(String says) {
    this(0, says);
  }

  PostManner(long usual, String says) {
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
