package belfry.runs;

import belfry.runs.ids.RunId;

/**
 * Ends a transaction in which a run would do what must never happen; nothing of it is committed,
 * and the run is set aside.
 */
public final class InvariantBreach extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient RunId run;

  InvariantBreach(RunId run, String what) {
    super(what);
    this.run = run;
  }

  public RunId run() {
    return run;
  }
}
