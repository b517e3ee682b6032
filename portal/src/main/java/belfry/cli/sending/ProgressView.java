package belfry.cli.sending;

import belfry.base.Time;
import belfry.client.Figures;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;

/**
 * Shows how far a sending has come: on a terminal as a bar that is drawn over, elsewhere as a line
 * now and then.
 */
final class ProgressView {
  private static final Duration SELDOM = Duration.ofMinutes(1);
  private static final int WIDTH = 20;
  private static final int STEP = 10;
  private static final int ALL = 100;

  /** To the beginning of the line, which then is not broken at the edge. */
  private static final String BEGIN = "\r\u001B[?7l";

  /** Without what was there before; and later lines are broken again. */
  private static final String END = "\u001B[K\u001B[?7h";

  private static final long MINUTE = 60;
  private static final long HOUR = 3_600;

  private final PrintWriter err;
  private final boolean terminal;
  private final Time time;
  private Optional<Line> last = Optional.empty();

  /** What was said, and when. */
  private record Line(String standing, int step, long at) {}

  ProgressView(PrintWriter err, boolean terminal, Time time) {
    this.err = err;
    this.terminal = terminal;
    this.time = time;
  }

  void show(Figures now) {
    if (terminal) {
      err.print(BEGIN + bar(now) + words(now) + END);
      err.flush();
      last = Optional.of(new Line(now.standing(), 0, 0));
    } else if (last.filter(line -> isOld(line, now)).isPresent() || last.isEmpty()) {
      err.println(words(now));
      err.flush();
      last = Optional.of(new Line(now.standing(), now.percent() / STEP, time.nanos()));
    }
  }

  private boolean isOld(Line line, Figures now) {
    return !line.standing.equals(now.standing())
        || line.step != now.percent() / STEP
        || time.nanos() - line.at >= SELDOM.toNanos();
  }

  /** Makes room for something else. */
  void clear() {
    if (terminal && last.isPresent()) {
      err.print("\r" + END);
      err.flush();
    }
  }

  private static String bar(Figures now) {
    if (now.total() == 0) {
      return "";
    }
    var full = WIDTH * now.percent() / ALL;
    return "[%s%s] %3d %%  ".formatted("#".repeat(full), "-".repeat(WIDTH - full), now.percent());
  }

  private static String words(Figures now) {
    var words = new StringBuilder(now.words());
    now.perSecond().ifPresent(rate -> words.append("; %.1f a second".formatted(rate)));
    now.secondsLeft().ifPresent(left -> words.append(", ").append(span(left)).append(" left"));
    return words.toString();
  }

  private static String span(long seconds) {
    if (seconds < 2 * MINUTE) {
      return seconds + " s";
    }
    return seconds < 2 * HOUR
        ? seconds / MINUTE + " min"
        : "%d h %d min".formatted(seconds / HOUR, seconds % HOUR / MINUTE);
  }
}
