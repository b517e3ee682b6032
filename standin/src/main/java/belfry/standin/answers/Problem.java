package belfry.standin.answers;

import belfry.standin.wire.Reply;

/** A request that is refused as the contract has it. */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  private Problem(int status, String description) {
    // Refusals are ordinary answers, so nobody reads where they were thrown.
    super(description, null, false, false);
    this.status = status;
  }

  public static Problem of(int status, String description) {
    return new Problem(status, description);
  }

  /** Of something with this id, or of a route. */
  public static Problem notFound() {
    return of(404, "The requested resource could not be found.");
  }

  public static Problem notAllowed() {
    return of(405, "The method is not allowed for this resource.");
  }

  public Reply reply() {
    return Errors.of(status, String.valueOf(getMessage()));
  }
}
