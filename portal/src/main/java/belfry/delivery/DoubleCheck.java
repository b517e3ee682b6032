package belfry.delivery;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Time;
import belfry.jobs.Run;
import belfry.people.Target;
import belfry.platform.Answer;
import belfry.platform.Platform;
import belfry.platform.Posted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks into the platform's own record some time after a run ended: did anybody get it twice? It
 * changes nothing and sends nothing; it exists so that a promise broken would be known. One thread
 * at a time.
 */
final class DoubleCheck {
  private static final Logger LOG = LoggerFactory.getLogger(DoubleCheck.class);
  private static final int RUNS_AT_ONCE = 10;
  private static final int MOST_TRIES = 3;

  /** So many without an answer in a row, and the audit is put off. */
  private static final int MOST_SILENT = 5;

  private final Apps apps;
  private final Platform platform;
  private final Audits audits;
  private final Tuning tuning;
  private final Time time;
  private final Map<String, Long> notBefore = new HashMap<>();

  DoubleCheck(Delivery.Ground ground, Apps apps, Audits audits) {
    this.apps = apps;
    this.audits = audits;
    platform = ground.platform();
    tuning = ground.tuning();
    time = ground.time();
  }

  /**
   * Audits what is due.
   *
   * @param further asked before each look; false puts off the rest
   * @return how many runs were audited
   */
  int look(App app, BooleanSupplier further) throws InterruptedException {
    var bot = apps.bot(app).map(Bot::personId);
    var now = time.nanos();
    if (bot.isEmpty() || now - notBefore.getOrDefault(app.name(), now) < 0) {
      return 0;
    }
    var audited = 0;
    for (var run : audits.due(app.name(), time.now().minus(tuning.auditAfter()), RUNS_AT_ONCE)) {
      var look = new Look(app, run, bot.get());
      if (!look.into(audits.subjects(run), further)) {
        return audited;
      }
      audited += look.written() ? 1 : 0;
    }
    return audited;
  }

  /** How long nothing is asked after each question, so that those who are sending go first. */
  private Duration between() {
    return tuning.quiet().dividedBy(300);
  }

  /** What came of one subject. */
  private enum Seen {
    ONCE,
    TWICE,
    NOT_SAID,
    SILENT
  }

  /** The audit of one run. */
  private final class Look {
    private final App app;
    private final Run run;
    private final String bot;
    private final Instant since;
    private final List<Audits.Subject> doubled = new ArrayList<>();
    private long looked;
    private long left;

    private Look(App app, Run run, String bot) {
      this.app = app;
      this.run = run;
      this.bot = bot;
      // Listings carry the platform's time, the run carries ours.
      since = run.created().plus(Duration.between(time.now(), platform.clock().now()));
    }

    /** False when it is put off. */
    private boolean into(Audits.Subjects subjects, BooleanSupplier further)
        throws InterruptedException {
      left = subjects.left();
      var silent = 0;
      for (var subject : subjects.chosen()) {
        if (!further.getAsBoolean()) {
          return false;
        }
        switch (seen(subject)) {
          case ONCE -> {
            looked++;
            silent = 0;
          }
          case TWICE -> {
            looked++;
            silent = 0;
            doubled.add(subject);
          }
          case NOT_SAID -> left++;
          case SILENT -> {
            left++;
            silent++;
          }
        }
        if (silent >= MOST_SILENT) {
          LOG.info(
              "App {}: Webex does not let run {} be audited now. It is tried again in {} s",
              app.name(),
              run.id(),
              tuning.auditAfter().toSeconds());
          notBefore.put(app.name(), time.nanos() + tuning.auditAfter().toNanos());
          return false;
        }
        time.rest(between());
      }
      return true;
    }

    private Seen seen(Audits.Subject subject) throws InterruptedException {
      for (var attempt = 0; attempt < MOST_TRIES; attempt++) {
        var question = question(subject, Set.of());
        switch (listed(subject, question)) {
          case Answer.Got<List<Posted>>(var posted) -> {
            return judged(subject, posted);
          }
          case Answer.Throttled<List<Posted>>(var rest) -> time.rest(rest);
          case Answer.Denied<List<Posted>>(var status, _) -> {
            return status == 401 ? Seen.SILENT : Seen.NOT_SAID;
          }
          case Answer.Unreachable<List<Posted>> _ -> {
            return Seen.SILENT;
          }
        }
      }
      return Seen.SILENT;
    }

    /** Our record is read after the platform's, so that what is there has been written down. */
    private Seen judged(Audits.Subject subject, List<Posted> posted) {
      var known = audits.known(run, subject.target());
      if (known.open()) {
        return Seen.NOT_SAID;
      }
      var strange = Evidence.all(posted, bot, question(subject, known.recorded()));
      return strange.size() > known.vouched() ? Seen.TWICE : Seen.ONCE;
    }

    private Wire.Question question(Audits.Subject subject, Set<String> recorded) {
      return new Wire.Question(
          Target.Kind.PERSON, subject.target(), run.content(), since, recorded);
    }

    /** The conversation back to before the run; the listing alone may end earlier. */
    private Answer<List<Posted>> listed(Audits.Subject subject, Wire.Question question) {
      var messages = platform.messages();
      var first =
          messages.direct(
              app.botToken(), subject.target(), message -> Evidence.reaches(message, question));
      if (!(first instanceof Answer.Got<List<Posted>>(var posted))
          || posted.isEmpty()
          || !Evidence.reaches(posted.getLast(), question)) {
        return first;
      }
      var last = posted.getLast();
      return messages
          .before(
              app.botToken(),
              last.roomId(),
              last.id(),
              message -> Evidence.reaches(message, question))
          .map(older -> {
            var whole = new ArrayList<>(posted);
            whole.addAll(older);
            return whole;
          });
    }

    private boolean written() {
      var audit = new Audits.Audit(time.now(), looked, left, doubled.size());
      if (!audits.write(run, audit, doubled)) {
        return false;
      }
      if (doubled.isEmpty()) {
        LOG.info(
            "App {}: run {} was audited: {} conversations looked into, nobody got it twice, {} could not be looked into",
            app.name(),
            run.id(),
            looked,
            left);
      } else {
        LOG.error(
            "App {}: run {} was audited: {} of {} people got it more than once. Their rows say so. Please report this",
            app.name(),
            run.id(),
            doubled.size(),
            looked);
      }
      return true;
    }
  }
}
