package belfry.delivery.doublecheck;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.delivery.evidence.ContentComparison;
import belfry.delivery.evidence.Conversations;
import belfry.delivery.evidence.Evidence;
import belfry.delivery.evidence.KnownMessages;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.Tuning;
import belfry.jobs.ClosedRuns;
import belfry.platform.Platform;
import belfry.platform.Posted;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonRef;
import belfry.platform.wire.Dating;
import belfry.platform.wire.Response;
import belfry.runs.DoubleCheckStore;
import belfry.runs.Run;
import belfry.storage.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the platform's own record some time after a run has ended: did anybody get the message
 * twice? It changes nothing and sends nothing; it exists so that a broken promise would be noticed.
 * Used by one thread at a time.
 */
public final class DoubleCheck {
  private static final Logger LOG = LoggerFactory.getLogger(DoubleCheck.class);
  private static final int RUNS_AT_ONCE = 10;
  private static final int MOST_TRIES = 3;
  private static final int UNAUTHORIZED = 401;

  /** After this many reads in a row without an answer, the check is postponed. */
  private static final int MOST_SILENT = 5;

  private final Apps apps;
  private final Platform platform;
  private final Conversations conversations;
  private final DoubleCheckStore store;
  private final Database database;
  private final ClosedRuns closed;
  private final Tuning tuning;
  private final Time time;
  private final Map<AppName, Long> notBefore = new HashMap<>();

  public DoubleCheck(Infrastructure below, Apps apps, DoubleCheckStore store, ClosedRuns closed) {
    this.apps = apps;
    this.store = store;
    this.closed = closed;
    database = below.database();
    platform = below.platform();
    conversations = new Conversations(platform);
    tuning = below.tuning();
    time = below.time();
  }

  /**
   * Checks the runs that are due.
   *
   * @param further called before each read; false postpones the rest
   * @return how many runs were checked
   */
  int check(App app, BooleanSupplier further) throws InterruptedException {
    var now = time.nanos();
    if (apps.bot(app).isEmpty() || now - notBefore.getOrDefault(app.name(), now) < 0) {
      return 0;
    }
    var checked = 0;
    var due = store.due(app.name(), time.now().minus(tuning.doubleCheckAfter()), RUNS_AT_ONCE);
    if (!due.isEmpty()) {
      apps.identify(app);
    }
    for (var run : due) {
      var look = new Look(app, run);
      if (!look.into(store.subjects(run), further)) {
        return checked;
      }
      checked += look.written() ? 1 : 0;
    }
    return checked;
  }

  /** How long to wait after each read, so that sending has priority. */
  private Duration between() {
    return tuning.quiet().dividedBy(300);
  }

  /** The result for one recipient. */
  private enum Seen {
    ONCE,
    TWICE,
    NOT_SAID,
    /** The bot's token is refused, or it is not known whose it is. */
    REFUSED,
    SILENT
  }

  /** The check of one run. */
  private final class Look {
    private final App app;
    private final Run run;
    private final Dating dated;
    private final List<DoubleCheckStore.Subject> doubled = new ArrayList<>();

    /** How many reads in a row got no answer, by bot. */
    private final Map<Integer, Integer> silent = new HashMap<>();

    private long looked;
    private long left;

    private Look(App app, Run run) {
      this.app = app;
      this.run = run;
      // Listings use the platform's time, the run uses ours.
      var since = run.created().plus(Duration.between(time.now(), platform.clock().now()));
      dated = Dating.since(since);
    }

    /** False if it is postponed. */
    private boolean into(DoubleCheckStore.Subjects subjects, BooleanSupplier further)
        throws InterruptedException {
      left = subjects.left();
      var bots =
          subjects.chosen().stream()
              .map(DoubleCheckStore.Subject::bot)
              .filter(bot -> apps.bot(app, bot).filter(Bot::gone).isEmpty())
              .collect(Collectors.toCollection(HashSet::new));
      for (var subject : subjects.chosen()) {
        if (!further.getAsBoolean()) {
          return false;
        }
        if (!bots.contains(subject.bot())) {
          left++;
          continue;
        }
        var seen = seen(subject);
        count(subject, seen);
        if (silent.getOrDefault(subject.bot(), 0) >= MOST_SILENT) {
          if (seen == Seen.SILENT || bots.size() == 1) {
            postpone();
            return false;
          }
          // The others are asked with their own tokens.
          bots.remove(subject.bot());
        }
        time.sleep(between());
      }
      return true;
    }

    private void count(DoubleCheckStore.Subject subject, Seen seen) {
      switch (seen) {
        case ONCE, TWICE -> {
          looked++;
          silent.remove(subject.bot());
        }
        case NOT_SAID -> left++;
        case REFUSED, SILENT -> {
          left++;
          silent.merge(subject.bot(), 1, Integer::sum);
        }
      }
      if (seen == Seen.TWICE) {
        doubled.add(subject);
      }
    }

    private void postpone() {
      LOG.info(
          "App {}: Webex does not answer the double check of run {} now. Retrying in {} s",
          app.name(),
          run.id(),
          tuning.doubleCheckAfter().toSeconds());
      notBefore.put(app.name(), time.nanos() + tuning.doubleCheckAfter().toNanos());
    }

    private Seen seen(DoubleCheckStore.Subject subject) throws InterruptedException {
      var token = apps.token(app, subject.bot());
      var self =
          apps.bot(app, subject.bot()).map(one -> new PersonRef(one.personId(), one.email()));
      return token.isEmpty() || self.isEmpty()
          ? Seen.REFUSED
          : seen(subject, token.get(), self.get());
    }

    private Seen seen(DoubleCheckStore.Subject subject, Secret token, PersonRef bot)
        throws InterruptedException {
      var person = new PersonRef(subject.person().person(), "");
      var pair = new Conversations.Pair(bot, person, Optional.empty());
      for (var attempt = 0; attempt < MOST_TRIES; attempt++) {
        switch (conversations.since(token, pair, dated.possible())) {
          case Response.Got<List<Posted>>(var posted) -> {
            return judged(subject, bot, posted);
          }
          case Response.Throttled<List<Posted>>(var rest) -> time.sleep(rest);
          case Response.Denied<List<Posted>>(var status, _) -> {
            return status == UNAUTHORIZED ? Seen.REFUSED : Seen.NOT_SAID;
          }
          case Response.Absent<List<Posted>> _, Response.Unreadable<List<Posted>> _ -> {
            return Seen.NOT_SAID;
          }
          case Response.Unreachable<List<Posted>> _ -> {
            return Seen.SILENT;
          }
        }
      }
      return Seen.SILENT;
    }

    /**
     * Our record is read after the platform's, so that everything shown has already been recorded.
     */
    private Seen judged(DoubleCheckStore.Subject subject, PersonRef bot, List<Posted> posted) {
      var known = store.known(run, subject);
      if (known.open()) {
        return Seen.NOT_SAID;
      }
      var recorded =
          KnownMessages.among(posted.stream().map(Posted::id).toList(), known.recorded());
      var content =
          new ContentComparison(run.content().filled(subject.person().values()), List.of());
      var evidence = new Evidence(bot, dated, content, new KnownMessages(recorded, false));
      if (evidence.all(posted).size() > known.vouched()) {
        return Seen.TWICE;
      }
      return posted.stream().anyMatch(message -> evidence.of(message) == Likeness.UNCLEAR)
          ? Seen.NOT_SAID
          : Seen.ONCE;
    }

    /** Also recorded in the audit trail if somebody got it twice. */
    private boolean write(DoubleCheckStore.Result result) {
      return database.write(handle -> {
        if (!DoubleCheckStore.write(handle, run, result, doubled)) {
          return false;
        }
        if (!doubled.isEmpty()) {
          var detail =
              "%d of %d looked at got it more than once".formatted(doubled.size(), result.looked());
          closed.found(handle, run, "doubled", detail);
        }
        return true;
      });
    }

    private boolean written() {
      var result = new DoubleCheckStore.Result(time.now(), looked, left, doubled.size());
      if (!write(result)) {
        return false;
      }
      if (doubled.isEmpty()) {
        LOG.info(
            "App {}: run {} was double-checked: {} conversations read, nobody got it twice, {} could not be read",
            app.name(),
            run.id(),
            looked,
            left);
      } else {
        LOG.error(
            "App {}: run {} was double-checked: {} of {} people got it more than once. Their rows say so. Please report this",
            app.name(),
            run.id(),
            doubled.size(),
            looked);
      }
      return true;
    }
  }
}
