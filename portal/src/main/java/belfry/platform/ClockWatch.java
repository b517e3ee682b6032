package belfry.platform;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log when this machine's clock goes wrong, and when it is right again. */
public final class ClockWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);
  private static final Duration WRONG = Duration.ofMinutes(1);

  private final Supplier<Optional<Duration>> ahead;
  private boolean wrong;

  /**
   * Has seen nothing yet.
   *
   * @param ahead by how much Webex's clock is ahead of ours; empty if that is not known
   */
  public ClockWatch(Supplier<Optional<Duration>> ahead) {
    this.ahead = ahead;
  }

  /** Why it is wrong and what to do, for people; empty if it is right to a minute. */
  public static Optional<String> trouble(Duration ahead) {
    return ahead.abs().compareTo(WRONG) <= 0
        ? Optional.empty()
        : Optional.of(
            "This machine's clock is %d s %s Webex's, and jobs start by it. Let it follow a time server (NTP)."
                .formatted(ahead.abs().toSeconds(), ahead.isNegative() ? "ahead of" : "behind"));
  }

  /** Compares the clocks, in one thread at a time. */
  public void look() {
    ahead.get().map(ClockWatch::trouble).ifPresent(this::seen);
  }

  private void seen(Optional<String> trouble) {
    if (trouble.isPresent() && !wrong) {
      LOG.warn("{}", trouble.get());
    } else if (trouble.isEmpty() && wrong) {
      LOG.info("This machine's clock is as Webex's again, to within a minute");
    }
    wrong = trouble.isPresent();
  }
}
