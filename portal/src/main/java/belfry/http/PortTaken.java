package belfry.http;

/** The portal cannot listen where it was told to. */
public final class PortTaken extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PortTaken(String message) {
    super(message);
  }
}
