package belfry.standin.manners;

/**
 * What a listing of messages holds, or what comes in its place; drawn for each answer where nothing
 * else is said.
 */
public enum ListManner implements Manner {
  LIST_HTML("200 with a page of HTML"),
  LIST_EMPTY_OBJECT("200 with {}"),
  LIST_ERROR_OBJECT("200 with an errors member and no items"),
  LIST_NO_CONTENT("204 without a body"),
  LIST_EMPTY_BODY("200 without a body"),
  LIST_ITEMS_NULL("200 with items: null"),
  LIST_BARE_ARRAY("200 with the array alone"),
  LIST_FORBIDDEN("403 as the contract has it"),
  LIST_UNAUTHORIZED("401, though the token is good"),
  LIST_UNAVAILABLE("503 with a page of HTML"),
  LIST_THROTTLED(3600, "429 with a page of HTML and so many seconds to wait"),
  LIST_NOT_MODIFIED("304, as a cache answers that was asked for changes"),
  LIST_TRUNCATED("less than the announced length, or chunks without an end, in turn"),
  LIST_TRUNCATED_VALID("sound JSON that lacks half of the items, without a length"),
  LIST_LAG(5_000, "messages show so many ms after they were stored"),
  LIST_FALSELY_EMPTY("200 without items, though there are some"),
  LIST_HIDES_OWN("never what the asking bot wrote"),
  LIST_HIDES_NEWEST("the newest message does not show until another follows"),
  LIST_RETENTION(60_000, "messages are gone so many ms after they were stored"),
  DIRECT_FORGETS("settled for each message: the listing of two lacks it, that of the room has it"),
  LIST_CAPPED(1, "no more than so many items, and no word of more"),
  LIST_OF_ANOTHER("what the bot wrote to somebody else"),
  LIST_UNFILTERED("the newest messages of all of the bot's conversations"),
  LIST_CACHED(60_000, "as it was at some time within so many ms, with Age and the Date of then"),
  LIST_REPLICA_BEHIND(30_000, "in turn: all, and only what was stored so many ms ago");

  private final String says;
  private final long usual;

  ListManner(String says) {
    this(0, says);
  }

  ListManner(long usual, String says) {
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
