package belfry.standin.manners;

/** What rooms tell; the first five are settled for each room. */
public enum RoomManner implements Manner {
  NO_LAST_ACTIVITY("no lastActivity"),
  LAST_ACTIVITY_NONSENSE("a lastActivity that is no time"),
  LAST_ACTIVITY_STALE("a lastActivity that messages do not move"),
  LAST_ACTIVITY_LAGS(60_000, "a lastActivity that follows so many ms later"),
  ROOM_MIGRATED("the room has got another id; the old one is unknown"),
  ROOMS_HTML("a page of HTML for the list of rooms"),
  ROOM_HTML("a page of HTML for one room"),
  ROOMS_SHORT("a list of rooms that leaves half of them out");

  private final String says;
  private final long usual;

  RoomManner(String says) {
    this(0, says);
  }

  RoomManner(long usual, String says) {
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
