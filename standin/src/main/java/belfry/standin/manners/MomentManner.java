package belfry.standin.manners;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;

/** Which moment {@code created} tells; settled for each message. */
public enum MomentManner implements Manner {
  CREATED_AT_ACCEPTANCE(
      0, "the time of the request, though the message was stored later", Moments::accepted),
  CREATED_REFRESHED(0, "the time of being asked", Moments::now),
  CREATED_CLOCK_OFF(
      600,
      "so many seconds later than the Date header would tell",
      moments -> moments.shown().plusSeconds(moments.value())),
  CREATED_WHOLE_SECONDS(
      0, "cut to the second", moments -> moments.shown().truncatedTo(ChronoUnit.SECONDS)),
  CREATED_WHOLE_MINUTES(
      0, "cut to the minute", moments -> moments.shown().truncatedTo(ChronoUnit.MINUTES));

  private final long usual;
  private final String says;

  // A function without a state of its own.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<Moments, Instant> choice;

  /**
   * What there is to choose from.
   *
   * @param shown what would be told else
   * @param accepted when the request had come
   * @param value the manner's number
   */
  public record Moments(Instant shown, Instant accepted, Instant now, long value) {}

  MomentManner(long usual, String says, Function<Moments, Instant> choice) {
    this.usual = usual;
    this.says = says;
    this.choice = choice;
  }

  public Instant chosen(Moments moments) {
    return choice.apply(moments);
  }

  @Override
  public long usual() {
    return usual;
  }

  @Override
  public String says() {
    return says;
  }
}
