package belfry.bench.siege;

import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.TrialException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;

/** One kind's share of the siege: they come, somebody works beside them, they go. */
final class Share {
  private static final Duration FREED_WITHIN = Duration.ofSeconds(20);

  /** Connections of the program's own, to platform and database, come and go. */
  private static final int OWN = 8;

  private final Field field;
  private final Site site;
  private final Weight weight;

  Share(Field field, Weight weight) {
    this.field = field;
    this.weight = weight;
    site = field.site();
  }

  Row of(Kind kind) {
    var sockets = weight.sockets();
    var told = new Told();
    Answers answers;
    weight.peakAnew();
    try (var crowd = new Crowd(site.portal().port(), told)) {
      new Assault(field).of(kind).forEach(crowd::join);
      answers = new Honest(site, field.job()).work(field.plan().share());
    }
    requireLife();
    var peak = weight.peak();
    var left =
        Pauses.until(() -> weight.sockets() <= sockets + OWN, Duration.ofMillis(100), FREED_WITHIN);
    return new Row(kind, answers, told, peak, left && hasPlaces());
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

  /** Whoever has just besieged finds a place for everything. */
  private boolean hasPlaces() {
    return field.senders().stream()
        .allMatch(sender -> {
          try {
            return sender.post("jobs/preview", "{}").status() == 200
                && sender.look("jobs/list/all").status() == 200
                && sender.get("jobs/export/" + field.job()).status() == 200
                && sender.post("jobs/attach?name=a.txt", "a").status() == 201;
          } catch (IOException _) {
            return false;
          }
        });
  }
}
