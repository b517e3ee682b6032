package belfry.bench.figures;

import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Many messages at once are older than their apps keep them, as on the day when somebody first says
 * how long that is.
 */
final class Expiry {
  /** Each expires in one go, so with more of them it can be watched for longer. */
  static final List<String> APPS = List.of(Site.APP, "alerts", "people");

  /** For the job that runs meanwhile: by then it is over with. */
  static final Duration LONGEST = Duration.ofMinutes(3);

  private static final int DAYS_KEPT = 30;

  /** Expiry only marks them. */
  private static final int RECIPIENTS = 100;

  /** Of the minute after its start, in which the portal does not look for what has expired. */
  private static final Duration WARM = Duration.ofSeconds(25);

  private static final Duration STILL = Duration.ofSeconds(55);
  private static final Duration NOTICED = Duration.ofSeconds(40);

  private final Site site;
  private final Staff staff;
  private final int messages;

  /** So many messages expire in each app. The portal must be stopped. */
  Expiry(Site site, Staff staff, int messages) {
    this.site = site;
    this.staff = staff;
    this.messages = messages;
  }

  /** Has them expire while a message is sent to all these people. */
  void measure(Report report, int people) {
    var written = write();
    var noted = System.nanoTime();
    site.portal().start();
    var job = RunningJob.begin(site, staff, people / (int) LONGEST.toSeconds(), WARM);
    var pages = Readers.pageOf(job);
    Readers.ask(staff, pages, RunningJob.left(WARM, noted));
    var still = Readers.ask(staff, pages, RunningJob.left(STILL, noted));
    if (!Pauses.until(() -> !staff.has(written.getFirst()), NOTICED)) {
      throw new TrialException("nothing expired");
    }
    var began = System.nanoTime();
    var meanwhile = Readers.ask(staff, pages, this::awaitEnd);
    var seconds = (System.nanoTime() - began) / 1e9;
    RunningJob.mustGoOn(staff, job);
    add(report, still, meanwhile);
    report.add(Figure.of("expired a second", written.size() / seconds, "messages"));
    staff.cancel(job);
    site.portal().stop();
  }

  /** Their ids, those of the first app first. */
  private List<String> write() {
    // What else was deleted stays where it is meanwhile.
    Past.deletedIn(site, Duration.ofDays(1));
    site.portal().start();
    var written = new ArrayList<String>();
    for (var app : APPS) {
      try (var author = new Staff(site.portal().address(), app)) {
        author.signIn(site.platform());
        written.addAll(Past.write(author, Vocabulary.always(), messages));
      }
    }
    site.portal().stop();
    Past.send(site, written, RECIPIENTS);
    Past.ended(site, written, Duration.ofDays(2 * DAYS_KEPT));
    site.keepResults(DAYS_KEPT);
    return written;
  }

  private void awaitEnd() {
    if (!Pauses.until(
        () -> site.portal().logged("(keep-results)") >= APPS.size(),
        Duration.ofMillis(50),
        LONGEST)) {
      throw new TrialException("not all messages expired");
    }
  }

  private static void add(Report report, Map<String, Sample> still, Map<String, Sample> meanwhile) {
    still.forEach((route, times) -> {
      var then = meanwhile.getOrDefault(route, new Sample());
      report.add(Figure.of(route + ": p99 before messages expire", times.quantile(0.99), "ms"));
      report.add(
          Figure.of(route + ": p99 while messages expire", then.quantile(0.99), "ms").atMost(50));
    });
  }
}
