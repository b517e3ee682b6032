package belfry.http;

/** The configured port is already in use. */
public final class PortTaken extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PortTaken(String message) {
    super(message);
  }
}
