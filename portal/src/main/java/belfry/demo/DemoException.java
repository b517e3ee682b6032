package belfry.demo;

/** Something that the demo needs is missing or did not start; the message says what to do. */
public final class DemoException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DemoException(String message) {
    super(message);
  }

  DemoException(String message, Throwable cause) {
    super(message + ": " + cause.getMessage(), cause);
  }
}
