package belfry.cli.persons;

import belfry.access.ApiTokens;
import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.access.StaffErasure;
import belfry.answers.AnswerErasure;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Hash;
import belfry.base.Time;
import belfry.cli.backups.KnownBackups;
import belfry.cli.settings.InvokedCommand;
import belfry.cli.settings.Keys;
import belfry.cli.settings.Settings;
import belfry.jobs.JobErasure;
import belfry.jobs.UnusedFiles;
import belfry.jobs.job.SendingRules;
import belfry.people.PersonErasure;
import belfry.platform.Platform;
import belfry.platform.ids.Forgotten;
import belfry.platform.ids.Identity;
import belfry.runs.recipients.PersonBots;
import belfry.runs.recipients.RecipientErasure;
import belfry.signin.Sessions;
import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.storage.IdempotencyStore;
import belfry.storage.Remains;
import belfry.storage.StorageException;
import belfry.storage.UnreadableRows;
import belfry.storage.Vault;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Erases who a person was from everything that is stored, except the audit trail. */
@Command(
    name = "forget-person",
    description =
        "Erases what is stored about a person; counts and times stay. On SQLite, stop the portal first.")
public final class ForgetPersonCommand extends InvokedCommand {
  @Mixin
  @SuppressWarnings("NullAway.Init")
  private PersonOptions person;

  @Option(
      names = "--rewrite",
      description =
          "On PostgreSQL, also writes large tables anew, which nobody can use meanwhile; SQLite's"
              + " file always is.")
  private boolean rewrite;

  /**
   * Quiet hours that are over sooner may end meanwhile; what was begun before them is over by then.
   */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** If others write about them again and again, somebody has to try later. */
  private static final int MOST_PASSES = 10;

  /** The exit code if something of them is left. */
  private static final int UNFINISHED = 2;

  /** What was erased, in the order in which it is told. */
  private final Map<String, Long> counts = new LinkedHashMap<>();

  /** What had to be changed and cannot be read. */
  private final SortedSet<String> left = new TreeSet<>();

  @Override
  public Integer call() {
    var settings = settings();
    var time = Time.system();
    var out = out();
    Remains.requireRoom(settings.databaseUrl(), settings.data());
    Forgotten forgotten;
    long erased;
    boolean isNamed;
    try (var platform =
            new Platform(settings.platform(), settings.tuning().requestTimeout(), time);
        var database = Databases.open(settings.databaseUrl(), settings.data())) {
      var finder =
          new PersonFinder(
              settings.apps(), person.withoutWebex() ? Optional.empty() : Optional.of(platform));
      var found = database.read(handle -> finder.find(handle, person.given()));
      requireRest(database, settings, found.who());
      forgotten =
          new Forgotten(found.who(), Forgotten.PREFIX + Hash.random().reveal().substring(0, 12));
      erased = erased(database, settings, forgotten);
      counts.forEach((what, count) -> out.printf("%s: %d%n", what, count));
      found.remarks().forEach(out::println);
      var texts = database.read(handle -> PersonRecord.textsNaming(handle, found.who()));
      isNamed = !texts.isEmpty();
      if (erased > 0 || isNamed) {
        say(out, texts, settings, time);
      }
    }
    if (erased == 0 && !isNamed && left.isEmpty()) {
      out.printf(
          "Nothing was stored about %s, but perhaps in the audit trail, which stays.%n",
          person.person());
    }
    // Also after a time that was broken off before it came to this.
    var cleared = Remains.clear(settings.databaseUrl(), settings.data(), rewrite, time);
    if (erased > 0 && settings.databaseUrl().isPresent() && cameBack(settings, forgotten)) {
      cleared = Remains.clear(settings.databaseUrl(), settings.data(), rewrite, time);
    }
    cleared.forEach(out::println);
    if (!left.isEmpty()) {
      sayLeft(out, forgotten.who());
    }
    out.flush();
    return left.isEmpty() ? erased > 0 ? 0 : 1 : UNFINISHED;
  }

  /** By then only these rows may know which ids and addresses are theirs. */
  private void sayLeft(PrintWriter out, Identity who) {
    out.println("LEFT, because this version of Belfry cannot read it:");
    left.forEach(one -> out.println("- " + one));
    var all = Stream.concat(who.emails().stream(), who.ids().stream()).toList();
    out.printf(
        "It is damaged, or a newer version wrote it. Use that version, or have an administrator"
            + " delete the message on its page, or correct or delete the row in the database. Then"
            + " run: belfry forget-person %s%s%n",
        all.getFirst(), all.stream().skip(1).map(" --also "::concat).collect(Collectors.joining()));
  }

  /** A portal that runs may have written what it had in hand, such as an answer of Webex. */
  private boolean cameBack(Settings settings, Forgotten forgotten) {
    try (var database = Databases.open(settings.databaseUrl(), settings.data())) {
      return erased(database, settings, forgotten) > 0;
    }
  }

  /** As often as something is found; alone with the database, once. */
  private long erased(Database database, Settings settings, Forgotten forgotten) {
    var vault = new Vault(Keys.of(settings, database));
    var audit = new Audit(database, vault, Time.system());
    var all = 0L;
    for (var pass = 0; pass < MOST_PASSES; pass++) {
      var quiet = quiet(database, settings);
      var here = pass(database, forgotten, quiet, audit);
      all += here;
      database
          .read(handle -> UnreadableRows.of(handle).all())
          .forEach(row -> left.add(row.named()));
      if (here == 0 || database.exclusive()) {
        return all;
      }
    }
    throw new StorageException(
        "Others write about them all the time, so something of them may be left. Try again later");
  }

  /** What sendings are made of goes first, so that none begins for them that is not seen then. */
  private long pass(Database database, Forgotten forgotten, Set<AppName> quiet, Audit audit) {
    var who = forgotten.who();
    var rooms = database.read(handle -> RecipientErasure.rooms(handle, who));
    var sources = database.read(JobErasure::sources);
    var chosen = JobErasure.erase(database, forgotten);
    var saved = PersonErasure.fromChoices(database, forgotten, sources.lists());
    var members = database.<Integer>write(handle -> PersonErasure.fromGroups(handle, who));
    var before =
        told(
                "In sendings, without name and address now",
                RecipientErasure.erase(database, forgotten, quiet))
            + told(
                "Sendings that named them",
                RecipientErasure.eraseElsewhere(database, forgotten, quiet, sources.recipients()))
            + told("Messages and templates that named them", chosen)
            + told("Answers, without text now", AnswerErasure.erase(database, forgotten, rooms))
            + told("Lists and saved audiences that named them", saved)
            + members;
    var last = database.write(handle -> rest(handle, forgotten, before, audit));
    told("Rows of names, addresses, groups and lists", members + last.names());
    told("Sessions, tokens, requests and files", last.access());
    return before + last.names() + last.access();
  }

  /** How many rows went. */
  private record Last(long names, long access) {}

  /**
   * What tells who they are goes last, and with it the trail gets its row: whoever is killed before
   * finds everything again.
   */
  private static Last rest(Handle handle, Forgotten forgotten, long before, Audit audit) {
    var who = forgotten.who();
    var last =
        new Last(
            PersonErasure.erase(handle, who) + PersonBots.erase(handle, who),
            Sessions.erase(handle, who.ids())
                + ApiTokens.erase(handle, who.ids())
                + IdempotencyStore.erase(handle, who.ids())
                + UnusedFiles.erase(handle, forgotten)
                + StaffErasure.erase(handle, forgotten));
    if (before + last.names + last.access > 0) {
      audit.record(handle, AuditEntry.inAll().did("person.forget", forgotten.pseudonym()));
    }
    return last;
  }

  private long told(String what, long count) {
    counts.merge(what, count, Long::sum);
    return count;
  }

  private static void say(PrintWriter out, List<String> texts, Settings settings, Time time) {
    out.print(REMAINS);
    if (!texts.isEmpty()) {
      out.println(
          "- texts, files and templates that have their address, id or whole name, which people can"
              + " change or delete on the page, and keys of requests, which go after a week:");
    }
    texts.forEach(one -> out.println("    " + one));
    out.printf("- backups made before %s.", time.now());
    var backups = new KnownBackups(settings.data()).last();
    out.println(
        backups.isEmpty() ? " None is noted in BELFRY_DATA." : " Those noted in BELFRY_DATA:");
    backups.forEach(one -> out.println("    " + one));
    out.println(
        "If the directory still lists them, their name and address come back with its next copy.");
  }

  private static final String REMAINS =
      """
      Not erased:
      - the audit trail: its rows are signed one over the other, and are kept as the record of who did what;
      - what Webex stores: their messages are in their conversations, and can no longer be recalled from here;
      - what is in files that were sent, and what others wrote without an address or id;
      - what others write just now: drafts that are kept in their browsers until they are sent, discarded or signed out of;
      """;

  /** The apps in which nobody new is written to until this is done. */
  private static Set<AppName> quiet(Database database, Settings settings) {
    var now = Time.system().now();
    return database.read(handle ->
        settings.apps().stream()
            .map(App::name)
            .filter(app ->
                SendingRules.of(handle, app)
                    .quiet()
                    .filter(hours -> hours.over(now.minus(LONGEST)).isPresent())
                    .flatMap(hours -> hours.over(now))
                    .filter(end -> end.isAfter(now.plus(LONGEST)))
                    .isPresent())
            .collect(Collectors.toSet()));
  }

  /** Whoever may send is first removed by an administrator, so that their jobs find a sender. */
  private static void requireRest(Database database, Settings settings, Identity who) {
    for (var app : settings.apps()) {
      if (app.admins().stream()
          .anyMatch(one ->
              who.emails().stream().anyMatch(one::equalsIgnoreCase) || who.ids().contains(one))) {
        throw new StorageException(
            "They are an administrator of %s in the configuration. Remove them there first"
                .formatted(app.name()));
      }
    }
    database
        .read(handle -> StaffErasure.appOf(handle, who))
        .ifPresent(app -> {
          throw new StorageException(
              "They may send in %s. Remove them there first (page People)".formatted(app));
        });
    var quiet = quiet(database, settings);
    var open = database.read(handle -> RecipientErasure.underWay(handle, who, quiet));
    if (open.isPresent()) {
      throw RecipientErasure.refusal(open.get());
    }
  }
}
