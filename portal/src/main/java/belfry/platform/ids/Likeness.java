package belfry.platform.ids;

/** Whether two things that the platform may write in several forms are the same. */
public enum Likeness {
  SAME,
  OTHER,
  /** The available data does not decide it. */
  UNCLEAR
}
