package belfry.bench.site;

/** The trial itself could not be carried out; that is no verdict on the program. */
public class TrialException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TrialException(String message) {
    super(message);
  }

  public TrialException(String message, Throwable cause) {
    super(message, cause);
  }
}
