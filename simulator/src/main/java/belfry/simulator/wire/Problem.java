package belfry.simulator.wire;

/** A request that cannot be served, with the status and the words to say so. */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;

  public Problem(int status, String text) {
    super(text, null, false, false);
    this.status = status;
  }

  public int status() {
    return status;
  }

  public String text() {
    return String.valueOf(getMessage());
  }

  /** The platform's error body: platform-api.md 1.1. */
  public static Answer.Full answer(int status, String text, String trackingId) {
    return Json.answer(
        status,
        json -> {
          json.writeStringField("message", text);
          json.writeArrayFieldStart("errors");
          json.writeStartObject();
          json.writeStringField("description", text);
          json.writeNumberField("errorCode", status);
          json.writeEndObject();
          json.writeEndArray();
          json.writeStringField("trackingId", trackingId);
        });
  }
}
