package belfry.standin.manners;

/** What else is odd about the items of a listing; drawn for each answer. */
public enum ItemManner implements Manner {
  ITEMS_TWICE("each item stands there twice, with the same id"),
  ITEMS_WITH_NULL("a null stands between the items"),
  ITEMS_AS_OBJECT("the items are an object by id, not an array"),
  ITEMS_WITHOUT_DESTINATION("items do not say whom they were sent to"),
  ITEMS_WITHOUT_ID("items have no id"),
  ITEM_IDS_ELSEWHERE("ids of messages as another cluster writes them"),
  SYSTEM_ITEMS("items of another kind stand first: somebody joined"),
  ITEMS_WITH_UNKNOWN_FIELDS("items have members that nobody has documented");

  private final String says;
  private final long usual;

  ItemManner(String says) {
    this(0, says);
  }

  ItemManner(long usual, String says) {
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
