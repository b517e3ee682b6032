package belfry.people.groups;

import belfry.apps.App;
import belfry.base.Id;
import belfry.base.Outage;
import belfry.base.Phrase;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.people.directory.DirectoryToken;
import belfry.people.directory.PersonSearch;
import belfry.people.directory.Troubles;
import belfry.platform.Platform;
import belfry.platform.PlatformGroup;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.NoAnswer;
import belfry.platform.wire.Response;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Copies the directory's groups, so that an audience can be counted and resolved without asking the
 * platform about each member.
 */
public final class GroupCopies {
  /** Whom a copy names that is older than this is not known any more. */
  public static final Duration OLDEST = Duration.ofHours(24);

  private static final Logger LOG = LoggerFactory.getLogger(GroupCopies.class);

  /** How long the list of groups and a group's members count as fresh. */
  static final Duration LIST_FRESH = Duration.ofMinutes(1);

  /** As old may be what a page shows. */
  public static final Duration MEMBERS_FRESH = Duration.ofMinutes(10);

  /** A hundred requests or more: a company changes less in an hour than these would cost. */
  static final Duration EVERYONE_FRESH = Duration.ofHours(1);

  /** The search finds everybody by any word of their names who was in the last copy. */
  private static final Duration SEARCH_FRESH = Duration.ofDays(1);

  /** So many groups at most are counted in advance. */
  private static final int MOST_COUNTED = 200;

  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMinutes(10);

  /** As often is read what is changed while it is read: it may be changed all the time. */
  private static final int MOST_READINGS = 3;

  private final Platform platform;
  private final DirectoryToken token;
  private final GroupStore store;
  private final GroupConfirmation confirmation;
  private final Database database;
  private final Duration awaited;
  private final Time time;
  private final AtomicLong attemptAllowedAt;
  private final Map<String, Copying> copies = new ConcurrentHashMap<>();

  /** How long reading each of them took the last time. */
  private final Map<String, Duration> took = new ConcurrentHashMap<>();

  /** Those whose last reading failed. */
  private final Map<String, Trouble> troubles = new ConcurrentHashMap<>();

  private record Trouble(Copy.Failed what, long nanos) {}

  private volatile boolean firstReading;
  private volatile long listedAt;
  private volatile boolean listed;
  private volatile Optional<Phrase> lastTrouble = Optional.empty();
  private CompletableFuture<Optional<Phrase>> listing =
      CompletableFuture.completedFuture(Optional.empty());

  /** The result of refreshing a group's members. */
  sealed interface Copy {
    record Fresh() implements Copy {}

    /** The directory says that it has no such group. */
    record Gone() implements Copy {}

    /** The members could not be read; an earlier copy stays as it was. */
    record Failed(Phrase why) implements Copy {}

    /** They are still being read, so many so far; an earlier copy stays in use until then. */
    record UnderWay(String group, long read) implements Copy {}

    default Optional<Phrase> trouble() {
      return switch (this) {
        case Fresh() -> Optional.empty();
        case Gone() -> Optional.of(Troubles.GROUP_GONE);
        case Failed(var why) -> Optional.of(why);
        case UnderWay(var group, var read) ->
            Optional.of(Troubles.MEMBERS_BEING_READ.with("group", group, "read", read));
      };
    }
  }

  /** A copy that is being made, whoever waits for it. */
  private static final class Copying {
    private final long began;
    private final CompletableFuture<Copy> end = new CompletableFuture<>();
    private final AtomicLong read = new AtomicLong();

    private Copying(long began) {
      this.began = began;
    }
  }

  /** {@code awaited} is how long somebody at a page waits for a copy. */
  public GroupCopies(
      Platform platform, DirectoryToken token, Database database, Duration awaited, Time time) {
    this.awaited = awaited;
    this.platform = platform;
    this.token = token;
    this.database = database;
    store = new GroupStore(database);
    confirmation = new GroupConfirmation(platform, token, store, time);
    this.time = time;
    attemptAllowedAt = new AtomicLong(time.nanos());
  }

  /**
   * Copies everybody in the background, so that people are found by each word of their names, and
   * the groups, so that it is known how many are in each, if that was not done for a day.
   */
  public void rememberEverybody(App app) {
    var now = time.nanos();
    var allowed = attemptAllowedAt.get();
    if (!token.configured() || now - allowed < 0) {
      return;
    }
    var known = everyone(app);
    if ((known.filter(row -> isRecent(row, SEARCH_FRESH)).isEmpty() || !uncounted(1).isEmpty())
        && attemptAllowedAt.compareAndSet(allowed, now + BETWEEN_ATTEMPTS.toNanos())) {
      firstReading = !wasRead(known);
      Thread.ofVirtual()
          .name("everybody")
          .uncaughtExceptionHandler((_, e) ->
              LOG.atLevel(Outage.level(e, Level.WARN)).log("Not everybody can be searched yet", e))
          .start(() -> {
            try {
              listing().ifPresent(GroupCopies::join);
              everyone(app).ifPresent(row -> freshenMembers(row, SEARCH_FRESH));
              while (PersonSearch.catchUp(database)) {}
            } finally {
              firstReading = false;
            }
            // Where one cannot be read, the next one most likely cannot either.
            var _ =
                uncounted(MOST_COUNTED).stream()
                    .anyMatch(row -> freshenMembers(row, SEARCH_FRESH) instanceof Copy.Failed);
          });
    }
  }

  private List<GroupStore.Row> uncounted(int most) {
    return store.notCopiedSince(time.now().minus(SEARCH_FRESH), most);
  }

  /** The group of everybody, which comes with the first list of groups. */
  private Optional<GroupStore.Row> everyone(App app) {
    return store.get(app, GroupStore.EVERYONE);
  }

  /** Why some are not found by each word of their names; empty where no directory is read. */
  public Optional<Phrase> whyNotEverybody(App app) {
    if (firstReading) {
      return Optional.of(Troubles.BEING_READ);
    }
    return token.configured() && !wasRead(everyone(app))
        ? Optional.of(Troubles.NOT_READ)
        : Optional.empty();
  }

  private static boolean wasRead(Optional<GroupStore.Row> row) {
    return row.flatMap(one -> one.group().fetched()).isPresent();
  }

  /** When a copy was read that is too old by now to be shown. */
  Instant outdated() {
    return time.now().minus(MEMBERS_FRESH);
  }

  private Duration since(Copying copying) {
    return Duration.ofNanos(time.nanos() - copying.began);
  }

  /**
   * How old copies of these groups may be that are needed as {@code fresh} as that: while the
   * slowest of them is read, the others become older, and would be read in turn for ever.
   */
  Duration enough(Collection<String> ids, Duration fresh) {
    var slowest =
        ids.stream()
            .flatMap(id ->
                Stream.concat(
                    Stream.ofNullable(took.get(id)),
                    Stream.ofNullable(copies.get(id)).map(this::since)))
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    var longer = fresh.plus(slowest);
    return longer.compareTo(MEMBERS_FRESH) < 0
        ? longer
        : fresh.compareTo(MEMBERS_FRESH) < 0 ? MEMBERS_FRESH : fresh;
  }

  boolean isRecent(GroupStore.Row row, Duration fresh) {
    return row.group().fetched().filter(at -> at.plus(fresh).isAfter(time.now())).isPresent();
  }

  private boolean isNew(GroupStore.Row row, Duration fresh) {
    return isRecent(row, fresh) && !confirmation.isOutdated(row);
  }

  /** Like {@link GroupConfirmation#confirm}. */
  GroupConfirmation.Standing confirm(
      Collection<GroupStore.Row> rows, Map<String, Phrase> stale, Duration patience) {
    return confirmation.confirm(rows, stale, patience);
  }

  /**
   * Refreshes the list of groups if it is not fresh; returns what went wrong, if anything. If that
   * takes longer than {@code patience}, it is what went wrong the last time, or that it is being
   * read.
   */
  Optional<Phrase> freshenList(Duration patience) {
    return listing()
        .flatMap(reading ->
            join(
                reading
                    .copy()
                    .completeOnTimeout(
                        Optional.of(lastTrouble.orElse(Troubles.LIST_BEING_READ)),
                        patience.toMillis(),
                        TimeUnit.MILLISECONDS)));
  }

  /** The reading of the list, whoever asked for it first; empty if what was read is fresh. */
  private synchronized Optional<CompletableFuture<Optional<Phrase>>> listing() {
    if (!token.configured() || (listed && time.nanos() - listedAt < LIST_FRESH.toNanos())) {
      return Optional.empty();
    }
    if (listing.isDone()) {
      var reading = new CompletableFuture<Optional<Phrase>>();
      listing = reading;
      Thread.ofVirtual().name("list of groups").start(() -> list(reading));
    }
    return Optional.of(listing);
  }

  /** Whether the list is being read, and was read the last time or never yet. */
  synchronized boolean isListing() {
    return !listing.isDone() && lastTrouble.isEmpty();
  }

  private void list(CompletableFuture<Optional<Phrase>> reading) {
    var trouble = Optional.of(Troubles.COPY_BROKE_OFF);
    try {
      trouble = settled(this::list, Function.identity());
    } catch (RuntimeException e) {
      LOG.atLevel(Outage.level(e, Level.WARN)).log("The list of groups could not be read", e);
      reading.completeExceptionally(e);
    } finally {
      lastTrouble = trouble;
      reading.complete(trouble);
    }
  }

  private Optional<Phrase> list() {
    return token
        .access()
        .map(access ->
            switch (heard(platform.groups().list(access))) {
              case Response.Got<List<PlatformGroup>>(var groups) -> {
                store.directoryGroups(groups);
                listed = true;
                listedAt = time.nanos();
                yield Optional.<Phrase>empty();
              }
              case Response<List<PlatformGroup>> failed -> Optional.of(failed.trouble());
            })
        .orElseGet(() -> Optional.of(Troubles.NO_TOKEN));
  }

  /** Copies a group's members if the copy is older than {@code fresh}, however long that takes. */
  Copy freshenMembers(GroupStore.Row row, Duration fresh) {
    return copying(row, fresh).map(copying -> join(copying.end)).orElseGet(Copy.Fresh::new);
  }

  Duration awaited() {
    return awaited;
  }

  /** The moment after so long, on our monotonic clock. */
  long after(Duration patience) {
    return time.nanos() + patience.toNanos();
  }

  /** How long it is until then. */
  Duration left(long moment) {
    return Duration.ofNanos(Math.max(0, moment - time.nanos()));
  }

  /**
   * Likewise, but goes on alone after {@code patience}; then it is what went wrong the last time,
   * if that was not long ago: what always fails, but late, would always be under way.
   */
  Copy freshenMembers(GroupStore.Row row, Duration fresh, Duration patience) {
    var copying = copying(row, fresh);
    if (copying.isEmpty()) {
      return new Copy.Fresh();
    }
    var end = copying.get().end.copy();
    end.completeOnTimeout(new Copy.UnderWay("", 0), patience.toMillis(), TimeUnit.MILLISECONDS);
    var copy = join(end);
    if (!(copy instanceof Copy.UnderWay)) {
      return copy;
    }
    var before = troubles.get(row.group().id());
    return before != null && time.nanos() - before.nanos < fresh.toNanos()
        ? before.what
        : new Copy.UnderWay(row.group().name(), copying.get().read.get());
  }

  static <T> T join(CompletableFuture<T> end) {
    try {
      return end.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** The copy that is being made, by whoever asked first; empty if there is one that is fresh. */
  private Optional<Copying> copying(GroupStore.Row row, Duration fresh) {
    var everyone = row.group().source() == Group.Source.EVERYONE;
    var enough = everyone && fresh.compareTo(EVERYONE_FRESH) < 0 ? EVERYONE_FRESH : fresh;
    if (row.group().source() == Group.Source.PORTAL || isNew(row, enough)) {
      return Optional.empty();
    }
    var mine = new Copying(time.nanos());
    var running = copies.putIfAbsent(row.group().id(), mine);
    if (running == null) {
      Thread.ofVirtual().name("copy of a group").start(() -> make(mine, row, enough));
    }
    return Optional.of(running == null ? mine : running);
  }

  private void make(Copying copying, GroupStore.Row row, Duration enough) {
    Copy copy = new Copy.Failed(Troubles.COPY_BROKE_OFF);
    try {
      copy = made(copying, row, enough);
      if (copying.read.get() > 0) {
        took.put(row.group().id(), since(copying));
      }
    } catch (RuntimeException e) {
      LOG.atLevel(Outage.level(e, Level.WARN))
          .log("Group {}: its members could not be copied", row.group().name(), e);
      copying.end.completeExceptionally(e);
    } finally {
      if (copy instanceof Copy.Failed failed) {
        troubles.put(row.group().id(), new Trouble(failed, time.nanos()));
      } else {
        troubles.remove(row.group().id());
      }
      copies.remove(row.group().id(), copying);
      copying.end.complete(copy);
    }
  }

  /** What was read of the group before may be older than a copy that has just ended. */
  private Copy made(Copying copying, GroupStore.Row before, Duration enough) {
    var row = store.again(before).orElse(before);
    if (isNew(row, enough)) {
      return new Copy.Fresh();
    }
    var everyone = row.group().source() == Group.Source.EVERYONE;
    return token
        .access()
        .map(access ->
            settled(
                () ->
                    everyone
                        ? copyEverybody(access, row, copying.read)
                        : copy(access, row, copying.read),
                Copy::trouble))
        .orElseGet(() -> new Copy.Failed(Troubles.NO_TOKEN));
  }

  /** Reads again what was changed while it was read. */
  private static <T> T settled(Supplier<T> reading, Function<T, Optional<Phrase>> trouble) {
    var read = reading.get();
    for (var i = 1;
        i < MOST_READINGS && trouble.apply(read).filter(NoAnswer::isChanged).isPresent();
        i++) {
      read = reading.get();
    }
    return read;
  }

  /** No other copy has it, also of another node. */
  private static long generation() {
    return Id.next().value();
  }

  /**
   * Whoever came within a day may be in no copy yet: where there is none of that age, the list is
   * read twice.
   */
  private Copy copyEverybody(Secret access, GroupStore.Row row, AtomicLong read) {
    var reading = new EverybodyReading(platform, token, store, access, row);
    var others = new ArrayList<>(List.of(row.generation()));
    var failed = Optional.<Phrase>empty();
    if (!isRecent(row, OLDEST)) {
      var first = generation();
      failed = reading.list(first, read);
      others.add(first);
    }
    var generation = generation();
    failed =
        failed
            .or(() -> reading.list(generation, read))
            .or(() -> reading.complete(generation, others));
    if (failed.isPresent()) {
      LOG.debug(
          "The directory could not be read to its end: {}. The earlier copy stays in use",
          failed.get());
      return new Copy.Failed(failed.get());
    }
    return published(row, generation, 0, Optional.empty());
  }

  private Copy copy(Secret access, GroupStore.Row row, AtomicLong read) {
    var generation = generation();
    var reading = new GroupReading(platform, token, store, access, row);
    return reading
        .read(generation, read)
        .orElseGet(() ->
            published(row, generation, reading.missing(), Optional.of(reading.parts(generation))));
  }

  private Copy published(
      GroupStore.Row row, long generation, int missing, Optional<GroupParts> parts) {
    return store.publish(row, generation, missing, parts, time.now())
        ? new Copy.Fresh()
        : new Copy.Failed(Troubles.READ_ANEW);
  }

  private <T> Response<T> heard(Response<T> answer) {
    token.heard(answer);
    return answer;
  }

  /** Changes the directory itself. */
  Response<Boolean> change(
      GroupStore.Row row, Collection<PersonId> add, Collection<PersonId> remove) {
    return token
        .access()
        .map(access -> platform.groups().change(access, row.group().id(), add, remove))
        .orElseGet(() -> new Response.Denied<>(403, "the directory is not configured"));
  }
}
