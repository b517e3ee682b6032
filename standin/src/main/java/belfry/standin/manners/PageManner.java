package belfry.standin.manners;

/** How a listing of messages is ordered and cut into pages; drawn for each answer. */
public enum PageManner implements Manner {
  OLDEST_FIRST("the oldest message first"),
  LIST_SHUFFLED("in no order"),
  PAGES_OF_ONE("one item a page"),
  EMPTY_PAGES_WITH_LINK("before each page one without items, which says that more follow"),
  SECOND_PAGE_MISSING("one item a page, and 404 for all but the first page"),
  SECOND_PAGE_HTML("one item a page, and HTML for all but the first page"),
  PAGE_GAPS("one item a page, and between two pages one item is missing"),
  PAGES_OVERLAP("one item a page, which repeats the last of the page before"),
  LINK_MISSING("one item a page, and no word of more"),
  LINK_RELATIVE("the address of the next page is a path"),
  LINK_MAX_NULL("the address of the next page holds max=null"),
  LINK_DROPS_PARAMETERS("the address of the next page has forgotten what was asked for"),
  LINK_LOOPS("the address of the next page is that of this one, for ever"),
  LINK_ELSEWHERE("the address of the next page is on another host");

  private final String says;
  private final long usual;

  PageManner(String says) {
    this(0, says);
  }

  PageManner(long usual, String says) {
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
