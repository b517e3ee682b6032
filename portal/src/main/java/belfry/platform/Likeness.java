package belfry.platform;

/** Whether two things that the platform may write in many ways are the same one. */
public enum Likeness {
  SAME,
  OTHER,
  /** What is known does not decide it. */
  UNCLEAR
}
