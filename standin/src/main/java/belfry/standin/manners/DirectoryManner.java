package belfry.standin.manners;

/** What the directory answers; drawn for each answer. */
public enum DirectoryManner implements Manner {
  GROUPS_HTML("a page of HTML for the list of groups"),
  GROUPS_SHORT("a list of groups that leaves half of them out"),
  GROUPS_ERROR_OBJECT("200 with an errors member for the list of groups"),
  GROUP_MISSING_HTML("404 with a page of HTML for one group"),
  MEMBERS_HTML("a page of HTML for a page of members"),
  MEMBERS_ERROR_OBJECT("200 with an errors member for a page of members"),
  MEMBERS_SHORT("pages of members that end early, though memberSize says more"),
  MEMBERS_REPEATED("the first page of members, whatever page was asked for"),
  MEMBERS_TWICE("each member twice on the same page"),
  MEMBERS_WITH_NULL("a null among the members"),
  MEMBER_SIZE_WRONG("a memberSize that is one too small"),
  PEOPLE_HTML("200 with a page of HTML for people"),
  PEOPLE_MISSING_HTML("404 with a page of HTML for people"),
  PEOPLE_OTHER_JSON("200 or 404 with JSON of another shape for people, in turn"),
  PEOPLE_SHORT("a list of people that leaves half of them out"),
  PEOPLE_EMPTY("a list of people without items");

  private final String says;
  private final long usual;

  DirectoryManner(String says) {
    this(0, says);
  }

  DirectoryManner(long usual, String says) {
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
