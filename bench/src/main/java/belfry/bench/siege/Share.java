package belfry.bench.siege;

import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.TrialException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;

/** One kind's share of the siege: they come, somebody works beside them, they go. */
final class Share {
  private static final Duration FREED_WITHIN = Duration.ofSeconds(20);

  /** Connections of whoever works come and go. */
  private static final int HONEST = 4;

  private final Field field;
  private final Attackers attackers;
  private final Site site;
  private final Weight weight;

  Share(Field field, Attackers attackers, Weight weight) {
    this.field = field;
    this.attackers = attackers;
    this.weight = weight;
    site = field.site();
  }

  Row of(Kind kind) {
    var connections = weight.connections();
    weight.peakAnew();
    attackers.begin(kind);
    var answers = new Honest(site, field.honest(), field.target().job()).work(field.length());
    var told = attackers.end();
    requireLife();
    var peak = weight.peak();
    var left =
        Pauses.until(
            () -> weight.connections() <= connections + HONEST,
            Duration.ofMillis(100),
            FREED_WITHIN);
    return new Row(kind, answers, told, peak, left ? refused() : Optional.of("connections"));
  }

  private void requireLife() {
    if (!site.portal().process().isAlive()) {
      try (var lines = Files.lines(site.portal().log())) {
        var said = lines.toList();
        var last = String.join("\n", said.subList(Math.max(0, said.size() - 5), said.size()));
        throw new TrialException("the program has ended; its last words:\n" + last);
      } catch (IOException e) {
        throw new TrialException("the program has ended, and its log cannot be read", e);
      }
    }
  }

  /** What whoever has just besieged finds no place for; empty where there is one for everything. */
  private Optional<String> refused() {
    return field.senders().stream().flatMap(sender -> refused(sender).stream()).findFirst();
  }

  private Optional<String> refused(Visitor sender) {
    try {
      if (sender.post("jobs/preview", "{}").status() != 200) {
        return Optional.of("previews");
      }
      if (sender.look("jobs/list/all").status() != 200) {
        return Optional.of("live views");
      }
      if (sender.get("jobs/export/" + field.target().job()).status() != 200) {
        return Optional.of("exports");
      }
      return sender.post("jobs/attach?name=a.txt", "a").status() == 201
          ? Optional.empty()
          : Optional.of("uploads");
    } catch (IOException e) {
      return Optional.of(e.toString());
    }
  }
}
