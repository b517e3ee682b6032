package belfry.simulator.faults;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One way in which a call can go wrong. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Fault.Latency.class, name = "latency"),
  @JsonSubTypes.Type(value = Fault.Lag.class, name = "lag"),
  @JsonSubTypes.Type(value = Fault.Answer.class, name = "answer"),
  @JsonSubTypes.Type(value = Fault.Reset.class, name = "reset"),
  @JsonSubTypes.Type(value = Fault.Close.class, name = "close"),
  @JsonSubTypes.Type(value = Fault.Hang.class, name = "hang"),
  @JsonSubTypes.Type(value = Fault.Truncated.class, name = "truncated"),
  @JsonSubTypes.Type(value = Fault.NonJson.class, name = "nonJson"),
  @JsonSubTypes.Type(value = Fault.Garbage.class, name = "garbage"),
  @JsonSubTypes.Type(value = Fault.Delayed.class, name = "delayed")
})
public sealed interface Fault {
  /** Whether the call had its effect (a message was stored) when things went wrong. */
  enum Stage {
    BEFORE("before"),
    AFTER("after");

    private final String label;

    Stage(String label) {
      this.label = label;
    }

    @JsonValue
    public String label() {
      return label;
    }
  }

  /** The name this fault is counted under. */
  String label();

  /** A fault that adds to a call and does not end it. */
  sealed interface Hindrance extends Fault {}

  /** A fault that decides how a call ends; the first one that fires wins. */
  sealed interface Ending extends Fault {}

  /** The answer takes longer. */
  record Latency(long fromMillis, long toMillis) implements Hindrance {
    @Override
    public String label() {
      return "latency";
    }
  }

  /** The message is stored, but listings show it later. */
  record Lag(long fromMillis, long toMillis) implements Hindrance {
    @Override
    public String label() {
      return "lag";
    }
  }

  /**
   * Another answer than the true one: an error, a redirect, a refusal, a strange reason phrase.
   *
   * @param reason the reason phrase on the status line; null for the usual one, empty for none
   * @param text what goes into the platform's error body
   * @param html a body as a gateway would send it, instead of the platform's
   * @param retryAfter the header as it is written; null for none
   * @param location the header of a redirect; null for none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Answer(
      Stage stage,
      int status,
      @Nullable String reason,
      @Nullable String text,
      @Nullable String html,
      @Nullable String retryAfter,
      @Nullable String location)
      implements Ending {
    public Answer {
      Objects.requireNonNull(stage, "stage is missing");
    }

    @Override
    public String label() {
      return status + "-" + stage.label();
    }

    public Answer withReason(String phrase) {
      return new Answer(stage, status, phrase, text, html, retryAfter, location);
    }

    public Answer withText(String words) {
      return new Answer(stage, status, reason, words, html, retryAfter, location);
    }

    public Answer withHtml(String page) {
      return new Answer(stage, status, reason, text, page, retryAfter, location);
    }

    public Answer withRetryAfter(String value) {
      return new Answer(stage, status, reason, text, html, value, location);
    }

    public Answer withLocation(String value) {
      return new Answer(stage, status, reason, text, html, retryAfter, value);
    }
  }

  /** The connection is reset: the client sees an RST. */
  record Reset(Stage stage) implements Ending {
    public Reset {
      Objects.requireNonNull(stage, "stage is missing");
    }

    @Override
    public String label() {
      return "reset-" + stage.label();
    }
  }

  /** The connection is closed without a byte: the client sees the end of the stream. */
  record Close(Stage stage) implements Ending {
    public Close {
      Objects.requireNonNull(stage, "stage is missing");
    }

    @Override
    public String label() {
      return "close-" + stage.label();
    }
  }

  /** No answer ever; the connection stays open until the simulator closes or releases it. */
  record Hang(Stage stage) implements Ending {
    public Hang {
      Objects.requireNonNull(stage, "stage is missing");
    }

    @Override
    public String label() {
      return "hang-" + stage.label();
    }
  }

  /** The effect is had, the answer's body breaks off. */
  record Truncated() implements Ending {
    @Override
    public String label() {
      return "truncated";
    }
  }

  /** The effect is had, the 2xx answer carries something that is not JSON. */
  record NonJson() implements Ending {
    @Override
    public String label() {
      return "nonJson";
    }
  }

  /** The effect is had, the answer is not HTTP at all. */
  record Garbage() implements Ending {
    @Override
    public String label() {
      return "garbage";
    }
  }

  /** The connection is reset at once, and yet the call has its effect so much later. */
  record Delayed(long millis) implements Ending {
    @Override
    public String label() {
      return "delayed";
    }
  }

  static Latency latency(Duration from, Duration to) {
    return new Latency(from.toMillis(), to.toMillis());
  }

  static Lag lag(Duration from, Duration to) {
    return new Lag(from.toMillis(), to.toMillis());
  }

  /** An answer with this status instead of the call's effect. */
  static Answer before(int status) {
    return new Answer(Stage.BEFORE, status, null, null, null, null, null);
  }

  /** An answer with this status although the call had its effect. */
  static Answer after(int status) {
    return new Answer(Stage.AFTER, status, null, null, null, null, null);
  }

  static Delayed delayed(Duration by) {
    return new Delayed(by.toMillis());
  }
}
