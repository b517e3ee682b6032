package belfry.bench.figures;

import belfry.bench.site.DatabaseOption;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.simulator.SimulatorSettings;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether the page notices that what deleted messages left behind is deleted meanwhile. */
@Command(
    name = "deleting",
    description =
        "Response times while a job runs, before and while recipients of deleted messages are deleted, and while messages expire.")
final class DeletingBench extends Part {
  /** For starting the portal and the job, and until the code of both is compiled. */
  private static final Duration BEFORE = Duration.ofSeconds(60);

  /** Within it the portal finds what it may delete, which it looks for twice a minute. */
  private static final Duration NOTICED = Duration.ofSeconds(40);

  /** The sender's pace is found by then. */
  private static final int SLACK_SECONDS = 30;

  @Option(
      names = "--messages",
      defaultValue = "100",
      description = "messages that were sent (default: 100)")
  private int messages;

  @Option(
      names = "--people",
      defaultValue = "30000",
      description = "recipients of each, and of the job that runs (default: 30000)")
  private int people;

  @Option(
      names = "--deleted",
      defaultValue = "40",
      description = "how many of the messages are deleted (default: 40)")
  private int deleted;

  @Option(
      names = "--seconds",
      defaultValue = "60",
      description = "how long requests are made before, and meanwhile (default: 60)")
  private int seconds;

  @Option(
      names = "--expired",
      defaultValue = "500",
      description =
          "other messages that expire afterwards, of each of three apps; 500 go at once (default: 500)")
  private int expired;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Override
  Report measure() {
    var report =
        new Report(
            "deleting",
            "%,d of %,d recipients are deleted while a job runs, then %,d messages expire, %s"
                .formatted(
                    (long) deleted * people,
                    (long) messages * people,
                    expired * Expiry.APPS.size(),
                    database.chosen()));
    var watched = Duration.ofSeconds(seconds);
    var perSecond =
        people
            / (int)
                (BEFORE.plus(NOTICED).plus(watched.multipliedBy(2)).toSeconds() + SLACK_SECONDS);
    try (var site =
            Site.open(
                database.chosen(),
                SimulatorSettings.defaults().withPeople(people),
                1,
                Expiry.APPS);
        var staff = new Staff(site.portal().address())) {
      past(site, staff);
      var noted = System.nanoTime();
      var begins = BEFORE.plus(watched);
      Past.deletedIn(site, begins);
      site.portal().start();
      var job = RunningJob.begin(site, staff, perSecond, BEFORE);
      var pages = Readers.pageOf(job);
      Readers.ask(staff, pages, RunningJob.left(BEFORE, noted));
      var still = Readers.ask(staff, pages, RunningJob.left(begins, noted));
      Readers.ask(staff, pages, NOTICED);
      var meanwhile = Readers.ask(staff, pages, watched);
      RunningJob.mustGoOn(staff, job);
      still.forEach(
          (route, times) -> add(report, route, times, meanwhile.getOrDefault(route, new Sample())));
      staff.cancel(job);
      site.portal().stop();
      add(report, site, (NOTICED.toSeconds() + seconds));
      new Expiry(site, staff, expired).measure(report, people);
    }
    return report;
  }

  private void past(Site site, Staff staff) {
    site.portal().start();
    staff.signIn(site.platform());
    var written = Past.write(staff, Vocabulary.always(), messages);
    site.portal().stop();
    Past.send(site, written, people);
    site.portal().start();
    written.subList(0, deleted).forEach(id -> staff.post("jobs/delete", Map.of("jobId", id)));
    site.portal().stop();
  }

  private static void add(Report report, String route, Sample still, Sample meanwhile) {
    report.add(Figure.of(route + ": median before", still.median(), "ms"));
    report.add(Figure.of(route + ": median meanwhile", meanwhile.median(), "ms"));
    report.add(Figure.of(route + ": p99 before", still.quantile(0.99), "ms"));
    report.add(Figure.of(route + ": p99 meanwhile", meanwhile.quantile(0.99), "ms").atMost(50));
  }

  /** It must have gone on as long as was looked. */
  private void add(Report report, Site site, long longest) {
    var left = Past.recipients(site) - (long) (messages + 1 - deleted) * people;
    report.add(Figure.of("deleted", (double) deleted * people - left, "recipients"));
    report.add(Figure.of("still to be deleted at the end", (double) left, "recipients").atLeast(1));
    report.add(
        Figure.of("deleted a second, at least", ((double) deleted * people - left) / longest, ""));
  }
}
