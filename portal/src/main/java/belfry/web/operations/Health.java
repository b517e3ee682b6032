package belfry.web.operations;

import belfry.answers.Answers;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Clause;
import belfry.delivery.Delivery;
import belfry.delivery.Progress;
import belfry.hooks.Hooks;
import belfry.http.Reply;
import belfry.metrics.Backlog;
import belfry.metrics.CheckGauges;
import belfry.people.directory.DirectoryToken;
import belfry.storage.Database;
import belfry.storage.UnreadableRows;
import belfry.storage.Vault;
import belfry.web.frame.Facilities;
import belfry.web.frame.Features;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is checked for operators. Belfry cannot work without its database, while the database takes
 * no writes, or if a thread that jobs depend on is stuck.
 */
public final class Health {
  public static final String NOT_KNOWN = "Not known while the database does not answer.";

  private static final Logger LOG = LoggerFactory.getLogger(Health.class);

  private static final int NAMED = 10;
  private static final Duration SILENT = Duration.ofMinutes(2);

  private final Apps apps;
  private final Delivery delivery;
  private final Answers answers;
  private final Hooks hooks;
  private final Database database;
  private final Vault vault;
  private final UnreadableRows unreadable;
  private volatile boolean leaving;
  private final AroundChecks around;
  private final DatabaseChecks stored;

  /** Checks these parts. */
  public Health(Features features, DirectoryToken directory, Facilities below) {
    apps = features.apps();
    delivery = features.delivery();
    answers = features.answers();
    hooks = features.hooks();
    around = new AroundChecks(below.installation(), directory, answers);
    database = below.database();
    vault = below.vault();
    unreadable = database.read(UnreadableRows::of);
    var named = apps.all().stream().map(App::name).toList();
    var elsewhere = elsewhere(named);
    elsewhere.forEach(words -> LOG.warn("{}", words));
    var waits =
        new WaitingChecks(
            named, below.gauges()::waiting, below.gauges()::reasons, elsewhere, below.time());
    stored =
        new DatabaseChecks(
            new DatabaseChecks.Questions(
                this::databaseCheck,
                this::lanesCheck,
                this::botsCheck,
                waits::waiting,
                waits::webhooks),
            DatabaseChecks.PATIENCE);
  }

  private List<String> elsewhere(List<AppName> named) {
    return database.read(handle -> Backlog.elsewhere(handle, named)).entrySet().stream()
        .map(app ->
            "%,d messages, recalls or reminders of the app %s, which the settings do not name, wait for ever: name it again"
                .formatted(app.getValue(), app.getKey()))
        .toList();
  }

  public record Check(boolean ok, String detail) {}

  /** Whether the process should go on. */
  public record Live(boolean live, String detail) {
    public Reply reply() {
      return Reply.json(live ? 200 : 503, this);
    }
  }

  /** Whether requests should be sent here. */
  public record Ready(boolean ready, String detail) {
    public Reply reply() {
      return Reply.json(ready ? 200 : 503, this);
    }
  }

  private record Status(String status, Optional<String> version, Checks checks) {}

  public record Checks(
      Check database,
      Check work,
      Check platform,
      Check lanes,
      Check bots,
      Check rows,
      Check waiting,
      Check webhooks,
      Check directory,
      Check answers,
      Check clock,
      Check disk,
      Check keys) {
    /** Nothing is known, for this reason. */
    public static Checks none(String why) {
      var unknown = new Check(false, "Not known yet.");
      return new Checks(
          new Check(false, why),
          new Check(true, why),
          unknown,
          unknown,
          unknown,
          unknown,
          unknown,
          unknown,
          unknown,
          unknown,
          unknown,
          unknown,
          unknown);
    }

    /** 503 only if Belfry cannot work. */
    public Reply reply(Optional<String> version) {
      return Reply.json(
          canWork() ? 200 : 503, new Status(allOk() ? "ok" : "degraded", version, this));
    }

    boolean canWork() {
      return database.ok && work.ok;
    }

    boolean allOk() {
      return Stream.concat(ofDatabase().values().stream(), ofProcess().values().stream())
          .allMatch(Check::ok);
    }

    /** What cannot be known without the database, by name. */
    private Map<String, Check> ofDatabase() {
      return Map.of("lanes", lanes, "bots", bots, "waiting", waiting, "webhooks", webhooks);
    }

    private Map<String, Check> ofProcess() {
      var checks = new LinkedHashMap<String, Check>();
      checks.put("database", database);
      checks.put("work", work);
      checks.put("platform", platform);
      checks.put("rows", rows);
      checks.put("directory", directory);
      checks.put("answers", answers);
      checks.put("clock", clock);
      checks.put("disk", disk);
      checks.put("keys", keys);
      return checks;
    }
  }

  public Checks checks() {
    return checks(stored.found());
  }

  private Checks checks(DatabaseChecks.Measured found) {
    var platform = platformCheck();
    return new Checks(
        withCause(found.database()),
        workCheck(),
        platform,
        found.lanes(),
        found.bots(),
        rowsCheck(),
        found.waiting(),
        found.webhooks(),
        around.directory(),
        around.answers(platform.ok, found.lanes().ok || !found.database().ok),
        around.clock(),
        around.disk(),
        around.keys());
  }

  /** Nothing but a new start helps with a thread that is stuck. Asks no database. */
  public Live live() {
    var work = workCheck();
    return new Live(work.ok, work.detail);
  }

  /** From now on nobody should come here any more. */
  public void leave() {
    leaving = true;
  }

  public Ready ready() {
    if (leaving) {
      return new Ready(false, "Belfry is stopping.");
    }
    var database = stored.database();
    var work = workCheck();
    return new Ready(database.ok && work.ok, database.ok ? work.detail : database.detail);
  }

  private Check withCause(Check check) {
    return check.ok
        ? check
        : database
            .trouble()
            .filter(why -> !check.detail.contains(why))
            .map(why -> new Check(false, "%s The cause: %s".formatted(check.detail, why)))
            .orElse(check);
  }

  /** The same for measurements; what is not known is no failure there. */
  public CheckGauges.Checked checked() {
    var found = stored.found();
    var checks = checks(found);
    var known = new LinkedHashMap<>(checks.ofProcess());
    if (found.databaseAnswers()) {
      known.putAll(checks.ofDatabase());
    }
    var passed = new LinkedHashMap<String, Boolean>();
    known.forEach((name, check) -> passed.put(name, check.ok));
    return new CheckGauges.Checked(
        passed, found.databaseAnswers(), around.clockOffset(), around.diskFree());
  }

  private Check workCheck() {
    var troubles = standstill();
    return troubles.isEmpty()
        ? new Check(true, "All background threads run.")
        : new Check(
            false,
            "Stuck: %s. Restart Belfry: nothing is lost or sent twice."
                .formatted(String.join("; ", troubles)));
  }

  /** Which threads that jobs depend on are stuck, for people. */
  public List<String> standstill() {
    return Stream.of(database.pulses(), delivery.pulses(), answers.pulses(), hooks.pulses())
        .flatMap(List::stream)
        .flatMap(pulse -> pulse.trouble().stream())
        .toList();
  }

  private Check databaseCheck() {
    var engine = database.engine();
    if (unreadable.any()) {
      database.read(unreadable::there);
    }
    vault.lookAgain(database);
    return delivery
        .storageTrouble()
        .map(words -> new Check(false, unwritten(words)))
        .orElseGet(() -> new Check(true, engine));
  }

  private static String unwritten(String why) {
    return "Nothing can be written ("
        + why
        + "). Nothing new is sent; outcomes are kept, and writing them is retried every few seconds.";
  }

  private static String listed(List<AppName> apps) {
    return apps.stream().map(AppName::value).collect(Collectors.joining(", "));
  }

  private Check platformCheck() {
    var troubles = new ArrayList<String>();
    var silences = delivery.silences();
    if (!silences.isEmpty()) {
      troubles.add(
          "Webex answers nothing that is sent for: %s. One message at a time finds out whether it does again; then sending goes on by itself."
              .formatted(
                  silences.entrySet().stream()
                      .map(one -> one.getKey() + " (" + one.getValue() + ")")
                      .collect(Collectors.joining(", "))));
    }
    var silent = apps.all().stream().flatMap(app -> silence(app).stream()).toList();
    if (!silent.isEmpty()) {
      troubles.add(
          "Nothing that was understood came from Webex: %s.".formatted(String.join("; ", silent)));
    }
    if (!troubles.isEmpty()) {
      troubles.add("Look at the way to Webex, and at its status page.");
      return new Check(false, String.join(" ", troubles));
    }
    var unknown =
        apps.all().stream().filter(app -> apps.bot(app).isEmpty()).map(App::name).toList();
    return unknown.isEmpty()
        ? new Check(true, "Every bot has answered.")
        : new Check(false, "No answer yet for: " + listed(unknown));
  }

  private Optional<String> silence(App app) {
    return apps.silent(app)
        .filter(one -> one.tried().compareTo(SILENT) >= 0)
        .map(one ->
            "for %s for %s (last: %s)"
                .formatted(app.name(), WaitingChecks.words(one.tried()), one.instead()));
  }

  private Check lanesCheck() {
    var troubled = delivery.progress().troubles();
    return troubled.isEmpty()
        ? new Check(
            true, "%d of %d are sent from here.".formatted(delivery.owned(), delivery.lanes()))
        : new Check(
            false,
            "The bot's token cannot be used for: %s. Set a new one in the settings and restart Belfry, unless it works again by itself. Nothing is lost: messages wait."
                .formatted(
                    troubled.entrySet().stream()
                        .map(one -> "%s (%s)".formatted(one.getKey(), Clause.of(one.getValue())))
                        .collect(Collectors.joining(", "))));
  }

  private Check botsCheck() {
    var shared = those(bot -> bot.stranger().isPresent());
    return shared.isEmpty()
        ? new Check(true, "No other program was seen using a bot.")
        : new Check(
            false,
            "Another program sent through the bot of: %s. Give each program a bot of its own."
                .formatted(listed(shared)));
  }

  /** All other rows go on, and no other node could read them better, so Belfry can work. */
  private Check rowsCheck() {
    var rows = unreadable.all().stream().filter(row -> !row.isSecret()).toList();
    var secrets = unreadable.all().stream().filter(UnreadableRows.Row::isSecret).toList();
    var aside = delivery.setAside();
    var troubles = new ArrayList<String>();
    if (!rows.isEmpty()) {
      troubles.add(
          "Cannot be read by this version, and wait as they are: %s. They are damaged, or a newer version wrote them."
              .formatted(named(rows)));
    }
    if (!secrets.isEmpty()) {
      troubles.add(
          "Cannot be opened, so that what they sign waits: %s. They are damaged, or the key that sealed them is not in the key file: see keys. If it is lost, rotate them."
              .formatted(named(secrets)));
    }
    if (!aside.isEmpty()) {
      troubles.add(
          "What is stored contradicts itself, so nothing more is sent of: %s. Please report this."
              .formatted(some(aside)));
    }
    return troubles.isEmpty()
        ? new Check(true, "Every stored row could be read.")
        : new Check(false, String.join(" ", troubles));
  }

  private static String named(List<UnreadableRows.Row> rows) {
    return some(rows.stream().map(UnreadableRows.Row::named).toList());
  }

  private static String some(List<String> all) {
    return all.stream().limit(NAMED).collect(Collectors.joining("; "))
        + (all.size() > NAMED ? "; and %d more".formatted(all.size() - NAMED) : "");
  }

  /** The apps whose bots are such. */
  private List<AppName> those(Predicate<Progress.Bot> so) {
    return bots().entrySet().stream()
        .filter(bot -> so.test(bot.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private Map<AppName, Progress.Bot> bots() {
    return delivery.progress().bots(apps.all().stream().map(App::name).toList());
  }
}
