package belfry.simulator.limits;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * How a request over the limit is answered.
 *
 * @param status 429 as a rule; 423 and 503 are seen too
 * @param share how many of the refusals carry {@code retryAfter} in this form, 0 to 1; the others
 *     carry proper seconds
 * @param html whether the body is a page in place of the platform's JSON
 */
public record Refusal(int status, RetryAfter retryAfter, double share, boolean html) {
  /** The forms of the header seen in the wild: platform-api.md 8. */
  public enum RetryAfter {
    SECONDS("seconds"),
    MISSING("missing"),
    ZERO("zero"),
    NEGATIVE("negative"),
    HTTP_DATE("httpDate"),
    GARBAGE("garbage");

    private final String label;

    RetryAfter(String label) {
      this.label = label;
    }

    @JsonValue
    public String label() {
      return label;
    }
  }

  @JsonCreator
  static Refusal of(
      @JsonProperty("status") @Nullable Integer status,
      @JsonProperty("retryAfter") @Nullable RetryAfter retryAfter,
      @JsonProperty("share") @Nullable Double share,
      @JsonProperty("html") @Nullable Boolean html) {
    return new Refusal(
        status == null ? 429 : status,
        retryAfter == null ? RetryAfter.SECONDS : retryAfter,
        share == null ? 1 : share,
        html != null && html);
  }

  public static Refusal proper() {
    return with(RetryAfter.SECONDS);
  }

  public static Refusal with(RetryAfter form) {
    return with(429, form);
  }

  public static Refusal with(int status, RetryAfter form) {
    return new Refusal(status, form, 1, false);
  }

  /** The same with a page for a body: "429 may be text/html". */
  public Refusal asPage() {
    return new Refusal(status, retryAfter, share, true);
  }
}
