package belfry.delivery.expansion;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Clause;
import belfry.base.Outage;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.Lease;
import belfry.jobs.RunQuestions;
import belfry.jobs.checking.Promise;
import belfry.jobs.checking.Reach;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalValues;
import belfry.people.audience.Audience;
import belfry.people.audience.Audiences;
import belfry.people.audience.Target;
import belfry.people.directory.OutsidePeople;
import belfry.people.directory.PersonDetails;
import belfry.people.directory.Spaces;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.platform.ids.SpaceId;
import belfry.runs.Acknowledgements;
import belfry.runs.FirstWave;
import belfry.runs.Remarks;
import belfry.runs.Run;
import belfry.runs.RunWaves;
import belfry.runs.Runs;
import belfry.runs.Wave;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.BotChoice;
import belfry.runs.recipients.PersonalRecipients;
import belfry.runs.recipients.Reasons;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.Tally;
import belfry.storage.Database;
import belfry.storage.StorageException;
import belfry.storage.Unreadable;
import belfry.storage.UnreadableRows;
import belfry.storage.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes a run's audience into the ledger, once, with one row for each person. Nothing is sent
 * before all are written. After a crash, a partly written audience is deleted and written again.
 */
public final class Expander {
  private static final Logger LOG = LoggerFactory.getLogger(Expander.class);
  private static final int AT_ONCE = 16;
  private static final int CLEARED_AT_ONCE = 5_000;
  private static final Duration AGAIN = Duration.ofSeconds(30);

  /** While a group is being read. */
  private static final Duration SOON = Duration.ofSeconds(1);

  /** So often everybody waits for addresses that are not answered. */
  private static final int PATIENCE = 2;

  private final Apps apps;
  private final BotCandidates candidates;
  private final Spaces spaces;
  private final Audiences audiences;
  private final PersonDetails details;
  private final RunQuestions questions;
  private final Runs runs;
  private final Database database;
  private final Time time;
  private final Duration leaseTtl;
  private final Consumer<AppName> done;
  private final Set<RunId> underWay = ConcurrentHashMap.newKeySet();
  private final Map<RunId, Rest> rests = new ConcurrentHashMap<>();
  private final Map<RunId, Integer> stuck = new ConcurrentHashMap<>();

  /** Since when groups have been read for a run, on our monotonic clock. */
  private final Map<RunId, Long> reading = new ConcurrentHashMap<>();

  private final ExecutorService threads =
      Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().name("expand-", 0).factory());

  /** Writes nothing yet; {@code done} receives the app after each run that may now begin. */
  public Expander(
      Infrastructure below,
      Apps apps,
      Spaces spaces,
      Audiences audiences,
      PersonDetails details,
      RunQuestions questions,
      Consumer<AppName> done) {
    this.apps = apps;
    candidates = new BotCandidates(apps);
    this.spaces = spaces;
    this.audiences = audiences;
    this.details = details;
    this.questions = questions;
    this.done = done;
    database = below.database();
    runs = new Runs(database);
    time = below.time();
    leaseTtl = below.tuning().leaseTtl();
  }

  /** Begins to expand this run, unless this is already happening or is paused after a failure. */
  public void expand(App app, Lease lease, Run run) {
    var rest = rests.get(run.id());
    if ((rest != null && rest.holds(run, time.nanos())) || !underWay.add(run.id())) {
      return;
    }
    threads.execute(() -> {
      rests.remove(run.id());
      try {
        expandNow(app, lease, run);
      } catch (LaneLost _) {
        LOG.info("App {}: run {} is being expanded by another node", app.name(), run.id());
      } catch (AlreadyExpanded _) {
        LOG.debug("App {}: run {} has been expanded in the meantime", app.name(), run.id());
      } catch (RuntimeException e) {
        LOG.atLevel(Outage.level(e, Level.WARN))
            .log(
                "App {}: run {} could not be expanded. Retrying in {} s",
                app.name(),
                run.id(),
                AGAIN.toSeconds(),
                e);
        rest(run, AGAIN);
      } finally {
        underWay.remove(run.id());
        done.accept(app.name());
      }
    });
  }

  private void expandNow(App app, Lease lease, Run run) {
    // There is almost never anything, and finding that out takes no commit.
    while (isBegun(run.id())
        && write(lease, run.id(), handle -> RecipientRows.delete(handle, run.id(), CLEARED_AT_ONCE))
            > 0) {}
    if (run.progress().gate() == Run.Gate.STOPPING) {
      reading.remove(run.id());
      stuck.remove(run.id());
      write(lease, run.id(), handle -> runs.expanded(handle, run.id(), Tally.NONE, List.of()));
      return;
    }
    if (app.botTokens().size() > 1) {
      // Whoever is given to a bot stays with it, so all that answer should be there.
      apps.identify(app);
    }
    var content = PersonalContent.of(run.content());
    var rows = new Rows(app, lease, run, content.isPersonal(), questions.promise(run));
    var personal = new PersonalAudience(new PersonalRecipients(app, content, details), rows);
    var receiver = content.isPersonal() ? personal : rows;
    var group = group(run);
    var first =
        group
            .map(id ->
                walked(run, () -> audiences.expandMembers(app, rows.audience(app), id, receiver)))
            .filter(Expander::isStuck);
    var wave = group.map(_ -> Wave.begun(rows.seq, rows.pending));
    switch (first.orElseGet(
        () -> walked(run, () -> audiences.expand(app, rows.audience(app), receiver)))) {
      case Audiences.Expansion.Complete(var notes, var doubts) -> {
        // After they were gone through, so that no change of them goes unseen.
        var changed =
            rows.promise
                .filter(
                    said -> said.namedOthers(() -> audiences.changeable(app, rows.audience(app))))
                .isPresent();
        var counts = new Tally(rows.pending, 0, 0, 0, 0, 0, 0, rows.skipped);
        var question =
            write(
                lease,
                run.id(),
                handle -> {
                  runs.expanded(handle, run.id(), counts, Remarks.english(rows.noted(notes)));
                  RunWaves.begin(handle, run, counts.pending(), wave);
                  var reach = rows.reach(changed);
                  return questions.doubt(handle, app, run, reach, doubts);
                });
        LOG.info("App {}: run {} goes to {} recipients", app.name(), run.id(), rows.pending);
        stuck.remove(run.id());
        reading.remove(run.id());
        question.ifPresent(words ->
            LOG.warn(
                "App {}: run {} is paused until somebody resumes or cancels it: {}",
                app.name(),
                run.id(),
                words));
      }
      case Audiences.Expansion.Stuck(var why, var soon) when soon -> {
        if (reading.putIfAbsent(run.id(), time.nanos()) == null) {
          LOG.info("App {}: run {} is being prepared: {}", app.name(), run.id(), why);
        }
        note(lease, run, Remarks.PREPARED.with("why", why));
        rest(run, SOON);
      }
      case Audiences.Expansion.Stuck(var why, _) -> {
        // Once: its page says it as long as it lasts.
        LOG.atLevel(stuck.containsKey(run.id()) ? Level.DEBUG : Level.WARN)
            .log(
                "App {}: run {} cannot begin: {}. It is tried again every {} s",
                app.name(),
                run.id(),
                Clause.of(why.english()),
                AGAIN.toSeconds());
        reading.remove(run.id());
        note(lease, run, Remarks.CANNOT_BEGIN.with("why", why));
        stuck.merge(run.id(), 1, Integer::sum);
        rest(run, AGAIN);
      }
    }
  }

  private void rest(Run run, Duration howLong) {
    rests.put(run.id(), new Rest(run.progress().gate(), time.nanos() + howLong.toNanos()));
  }

  private void note(Lease lease, Run run, Phrase what) {
    var notes = List.of(what.english());
    write(lease, run.id(), handle -> runs.note(handle, run.id(), notes));
  }

  /** The group of the audience that goes first, if one does. */
  private static Optional<String> group(Run run) {
    return run.firstWave()
        .map(FirstWave::size)
        .flatMap(size ->
            size instanceof FirstWave.Members(var group) ? Optional.of(group) : Optional.empty());
  }

  private static boolean isStuck(Audiences.Expansion walked) {
    return walked instanceof Audiences.Expansion.Stuck;
  }

  /** A defect is said on its page, too, like what cannot be read: it waits for somebody. */
  private Audiences.Expansion walked(Run run, Supplier<Audiences.Expansion> walk) {
    try {
      return walk.get();
    } catch (PersonalAudience.Unanswered e) {
      return new Audiences.Expansion.Stuck(Remarks.NAMES_NOT_TOLD.with("why", e.why()));
    } catch (Unreadable e) {
      return new Audiences.Expansion.Stuck(Remarks.NOT_READABLE.with("what", e.named()));
    } catch (StorageException | LaneLost | AlreadyExpanded e) {
      throw e;
    } catch (RuntimeException e) {
      if (!stuck.containsKey(run.id())) {
        LOG.warn("App {}: the audience of run {} cannot be gone through", run.app(), run.id(), e);
      }
      var what = new UnreadableRows.Row("run.audience", run.id().value(), run.app().value());
      return new Audiences.Expansion.Stuck(Remarks.NOT_READABLE.with("what", what.named()));
    }
  }

  private boolean isBegun(RunId run) {
    return database.read(handle -> RecipientRows.any(handle, run));
  }

  /** Until when a run is not looked at again, unless somebody stops it meanwhile. */
  private record Rest(Run.Gate gate, long until) {
    boolean holds(Run run, long now) {
      return run.progress().gate() == gate && now - until < 0;
    }
  }

  /** Another node owns the lane now and does this itself. */
  private static final class LaneLost extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The run was read before its expansion ended; its rows may already stand for messages. */
  private static final class AlreadyExpanded extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The lane's row is locked until the transaction ends, so the run stays as seen here. */
  private <T> T write(Lease lease, RunId run, Work<T> work) {
    var until = time.now().plus(leaseTtl);
    return database.write(handle -> {
      if (!lease.renew(handle, until)) {
        throw new LaneLost();
      }
      if (runs.progress(handle, run).expanded()) {
        throw new AlreadyExpanded();
      }
      return work.in(handle);
    });
  }

  /** Receives the audience page by page, and numbers those that are not in the run yet. */
  private final class Rows implements PersonalAudience.Sink {
    private final App app;
    private final Lease lease;
    private final RunId run;
    private final boolean urgent;
    private final boolean personal;
    private final Optional<Promise> promise;
    private final Set<String> leftOut = new HashSet<>();

    /** Whom addresses mean that meant others when it was agreed to. */
    private final Map<String, PersonId> others = new LinkedHashMap<>();

    /** By which address whoever is left out of whom that was not said when it was agreed to. */
    private final Map<String, PersonId> unsaid = new LinkedHashMap<>();

    /**
     * Of whom it was compared what lists say; each as they came first, whatever address that was
     * by.
     */
    private final Set<String> compared = new HashSet<>();

    /** Those of them of whom they say something else by now. */
    private final List<String> reworded = new ArrayList<>();

    /** The number of the bot that is in each space. */
    private final Map<SpaceId, Integer> inSpaces = new HashMap<>();

    private @Nullable BotChoice choice;
    private @Nullable Audience audience;
    private boolean isCompared;
    private long seq;
    private long pending;
    private long skipped;
    private long noAccount;

    /** The highest id written so far. */
    private String last = "";

    /** The length of people's ids; 0 before the first, negative if they differ. */
    private int length;

    private Rows(App app, Lease lease, Run run, boolean personal, Optional<Promise> promise) {
      this.app = app;
      this.lease = lease;
      this.personal = personal;
      this.run = run.id();
      urgent = run.urgent();
      this.promise = promise;
    }

    /** Read once, by whoever goes through it: what cannot be read is said there. */
    private Audience audience(App app) {
      var read = audience;
      if (read == null) {
        var whom = runs.audience(run);
        // A list never changes, however its people were looked up since.
        isCompared =
            personal
                && promise
                    .filter(said ->
                        !said.isOfLists(audiences.replaceable(app, whom, Promise.MOST_NAMED)))
                    .isPresent();
        audience = whom;
        read = whom;
      }
      return read;
    }

    private List<Phrase> noted(List<Phrase> notes) {
      return leftOut.isEmpty()
          ? notes
          : Stream.concat(notes.stream(), Stream.of(Remarks.EXCEPTED.with(leftOut.size())))
              .toList();
    }

    private Reach reach(boolean changed) {
      return new Reach(pending, noAccount, others, unsaid, reworded, changed);
    }

    @Override
    public boolean isSaid(Target target) {
      return isCompared && promise.filter(before -> before.says(target.email())).isPresent();
    }

    @Override
    public void said(Target target, PersonalValues values) {
      if (compared.add(target.id())
          && promise.filter(before -> before.saysOther(target, values)).isPresent()
          && promise.filter(before -> before.saysOther(named(target), values)).isPresent()) {
        reworded.add(target.email());
      }
    }

    @Override
    public void targets(List<Target> page) {
      add(page, Optional.empty());
    }

    @Override
    public void noAccount(List<Target> addressed) {
      var before = skipped;
      add(addressed, Optional.of(Reasons.NO_ACCOUNT.english()));
      noAccount += skipped - before;
    }

    @Override
    public void unanswered(List<Target> addressed) {
      add(addressed, Optional.of(Reasons.NOT_SAID.english()));
    }

    @Override
    public boolean isAgreedOutside(String email) {
      return promise.filter(said -> !said.agreesTo(email)).isEmpty();
    }

    @Override
    public void notAgreed(List<Target> addressed) {
      add(addressed, Optional.of(Reasons.NOT_AGREED.english()));
    }

    @Override
    public void addressed(String email, PersonId person) {
      if (promise.filter(said -> said.meantAnother(email, person.value())).isPresent()) {
        others.put(email, person);
      }
    }

    @Override
    public void leftOutBy(Set<String> emails, PersonId person) {
      if (promise.filter(said -> said.leavesOutAnew(emails, person)).isPresent()) {
        emails.forEach(email -> unsaid.put(email, person));
      }
    }

    @Override
    public boolean isPatient() {
      return stuck.getOrDefault(run, 0) < PATIENCE;
    }

    @Override
    public boolean isTrusting() {
      return urgent || !isPatient();
    }

    @Override
    public Duration reading() {
      var since = reading.get(run);
      var taken = since == null ? Duration.ZERO : Duration.ofNanos(time.nanos() - since);
      return taken.plus(
          promise.flatMap(said -> said.since(time.now().minus(taken))).orElse(Duration.ZERO));
    }

    @Override
    public void leftOut(List<Target> page, String reason) {
      add(page, Optional.of(reason));
    }

    private void add(List<Target> page, Optional<String> skipReason) {
      if (skipReason.isEmpty()) {
        page.forEach(this::measure);
      }
      var byKey = new LinkedHashMap<String, Target>();
      var named = promise.isEmpty() ? Map.<String, PersonId>of() : named(page);
      for (var target : page) {
        if (promise.filter(said -> said.excepts(target.id())).isPresent()
            || promise.filter(said -> said.excepts(meant(named, target))).isPresent()) {
          leftOut.add(key(target));
        } else {
          byKey.putIfAbsent(key(target), target);
        }
      }
      if (byKey.isEmpty()) {
        return;
      }
      // Before the transaction: the platform may be asked.
      byKey.values().stream()
          .filter(target -> apps.numbers(app).size() > 1 && target.kind() == Target.Kind.SPACE)
          .map(target -> new SpaceId(target.id()))
          .forEach(space -> spaces.bot(app, space).ifPresent(bot -> inSpaces.put(space, bot)));
      var added = write(lease, run, handle -> insert(handle, byKey, skipReason));
      seq += added;
      for (var target : page) {
        last = max(last, target.id());
      }
      if (skipReason.isPresent()) {
        skipped += added;
      } else {
        pending += added;
      }
    }

    /** Whom addresses meant when it was agreed to: under their ids that was said of them. */
    private Map<String, PersonId> named(List<Target> page) {
      return page.stream().allMatch(one -> new PersonId(one.id()).address().isEmpty())
          ? Map.of()
          : database.read(
              handle -> OutsidePeople.meant(handle, page.stream().map(Target::id).toList()));
    }

    private Target named(Target target) {
      var id = meant(named(List.of(target)), target);
      return new Target(target.kind(), id, target.name(), target.email(), target.values());
    }

    private static String meant(Map<String, PersonId> named, Target target) {
      return Optional.ofNullable(named.get(target.id())).map(PersonId::value).orElse(target.id());
    }

    private void measure(Target target) {
      if (target.kind() == Target.Kind.PERSON && new PersonId(target.id()).address().isEmpty()) {
        var now = target.id().length();
        length = length == 0 || length == now ? now : -1;
      }
    }

    /**
     * A key that is the same for all forms of a person's id. Ids in the same form have the same
     * length, and then the key is the id itself, because parsing a million ids takes time.
     */
    private String key(String id) {
      return length < 0 ? PlatformId.key(id) : id;
    }

    /** Spaces are few, and come together. */
    private String key(Target target) {
      return target.kind() == Target.Kind.SPACE ? PlatformId.key(target.id()) : key(target.id());
    }

    /** Only one thread writes this run, so what does not exist now does not exist at the insert. */
    private int insert(Handle handle, Map<String, Target> page, Optional<String> skipReason) {
      var ids = page.values().stream().map(Target::id).toList();
      var known = known(handle, ids);
      // Almost always empty, and then nothing needs filtering.
      var fresh = known.isEmpty() ? List.copyOf(page.values()) : unknown(page, known);
      if (fresh.isEmpty()) {
        return 0;
      }
      var lanes = choice(handle).among(handle, fresh, time.now());
      RecipientRows.insert(handle, run, seq, fresh, lanes, personal, skipReason);
      return fresh.size();
    }

    private BotChoice choice(Handle handle) {
      var known = choice;
      if (known == null) {
        known =
            new BotChoice(
                app.name(),
                candidates.of(handle, app),
                Acknowledgements.reminds(handle, run),
                space -> Optional.ofNullable(inSpaces.get(space)));
        choice = known;
      }
      return known;
    }

    private static List<Target> unknown(Map<String, Target> page, Set<String> known) {
      return page.entrySet().stream()
          .filter(one -> !known.contains(one.getKey()))
          .map(Map.Entry::getValue)
          .toList();
    }

    private static String max(String a, String b) {
      return a.compareTo(b) > 0 ? a : b;
    }

    /**
     * The keys that already exist. A group comes in the order of its ids, so there is almost never
     * anything to look up.
     */
    private Set<String> known(Handle handle, List<String> ids) {
      if (length >= 0 && Collections.min(ids).compareTo(last) > 0) {
        return Set.of();
      }
      var forms = new LinkedHashSet<>(ids);
      if (length < 0) {
        ids.forEach(id -> forms.addAll(PlatformId.otherForms(id)));
      }
      return RecipientRows.present(handle, run, forms).stream()
          .map(this::key)
          .collect(Collectors.toSet());
    }
  }

  public void close() {
    threads.shutdownNow();
  }
}
