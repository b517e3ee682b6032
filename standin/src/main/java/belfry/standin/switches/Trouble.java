package belfry.standin.switches;

/** How the client learns that something went wrong with what it posted. */
public enum Trouble {
  ERROR_423,
  ERROR_500,
  ERROR_502,
  ERROR_503,
  ERROR_504,
  RESET,
  CLOSE,
  HANG,
  /** Not at all: it gets its answer. */
  NONE
}
