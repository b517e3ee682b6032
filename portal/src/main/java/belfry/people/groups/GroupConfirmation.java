package belfry.people.groups;

import belfry.base.Id;
import belfry.base.Outage;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.people.directory.DirectoryToken;
import belfry.people.directory.Troubles;
import belfry.platform.GroupState;
import belfry.platform.Platform;
import belfry.platform.wire.NoAnswer;
import belfry.platform.wire.Response;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Asks whether several groups are still what their copies are. Whoever moves from one that is yet
 * to be read to one that was read is in neither copy; if none was changed from when the first was
 * read until after the last was, all copies are of one moment. That stays so, and is kept.
 */
final class GroupConfirmation {
  private static final Logger LOG = LoggerFactory.getLogger(GroupConfirmation.class);

  /** As often in a row is read what was changed since: it may be changed all the time. */
  private static final int MOST_READINGS = 3;

  private static final int AT_ONCE = 8;

  private final Platform platform;
  private final DirectoryToken token;
  private final GroupStore store;
  private final Time time;
  private final Map<Set<Version>, Asking> asked = new ConcurrentHashMap<>();

  /** Of which copies it is known that their groups were changed since, by the groups' ids. */
  private final Map<String, Changed> changed = new ConcurrentHashMap<>();

  private record Changed(long generation, int times) {}

  private record Version(long number, long generation) {}

  /** A group's copy, and what it was made of, if that is known. */
  private record Copied(GroupStore.Row row, Optional<GroupParts> parts) {
    String id() {
      return row.group().id();
    }

    boolean hasNone() {
      return parts.filter(one -> one.parts().size() == 1).isPresent();
    }
  }

  /** What is asked at a time, and what was answered: which groups are not as they were, and why. */
  private record Asking(CompletableFuture<Map<String, Phrase>> end, AtomicLong ended) {
    /** An answer is believed for a minute; where there was none, it is asked again at once. */
    boolean isOver(long now) {
      return end.isCompletedExceptionally()
          || (end.isDone() && now - ended.get() >= GroupCopies.LIST_FRESH.toNanos());
    }
  }

  /** What the copies are of. */
  enum Standing {
    ONE_MOMENT,

    /** Some have to be read again. */
    CHANGED,
    BEING_ASKED
  }

  GroupConfirmation(Platform platform, DirectoryToken token, GroupStore store, Time time) {
    this.platform = platform;
    this.token = token;
    this.store = store;
    this.time = time;
  }

  /** Whether it is known that the group was changed since this copy was made. */
  boolean isOutdated(GroupStore.Row row) {
    var known = changed.get(row.group().id());
    return known != null && known.generation == row.generation();
  }

  /**
   * Asks about each of these groups and of those within them, which takes a request; where there is
   * one in all, or all copies were of one moment before, nothing is asked.
   *
   * @param stale why some are older copies, to which those are added of which that is accepted
   */
  Standing confirm(Collection<GroupStore.Row> rows, Map<String, Phrase> stale, Duration patience) {
    var copies =
        rows.stream()
            .filter(row -> row.group().source() == Group.Source.DIRECTORY)
            .filter(row -> !stale.containsKey(row.group().id()))
            .distinct()
            .map(row -> new Copied(row, store.parts(row)))
            .toList();
    if (isOneMoment(copies)) {
      return Standing.ONE_MOMENT;
    }
    var end =
        asking(copies)
            .end
            .thenApply(Optional::of)
            .completeOnTimeout(Optional.empty(), patience.toMillis(), TimeUnit.MILLISECONDS);
    return GroupCopies.join(end)
        .map(answer -> standing(copies, answer, stale))
        .orElse(Standing.BEING_ASKED);
  }

  private static boolean isOneMoment(List<Copied> copies) {
    if (copies.isEmpty() || (copies.size() == 1 && copies.getFirst().hasNone())) {
      return true;
    }
    var moments =
        copies.stream()
            .map(one -> one.parts.map(GroupParts::moment).orElse(0L))
            .distinct()
            .toList();
    return moments.size() == 1 && moments.getFirst() != 0;
  }

  private Standing standing(
      List<Copied> copies, Map<String, Phrase> answer, Map<String, Phrase> stale) {
    var others =
        copies.stream()
            .map(Copied::id)
            .filter(id -> answer.containsKey(id) && NoAnswer.isChanged(answer.get(id)))
            .toList();
    if (!others.isEmpty() && others.stream().noneMatch(this::isChangedAllTheTime)) {
      return Standing.CHANGED;
    }
    stale.putAll(answer);
    return Standing.ONE_MOMENT;
  }

  private boolean isChangedAllTheTime(String id) {
    var known = changed.get(id);
    return known != null && known.times >= MOST_READINGS;
  }

  /** Whoever asks first does so in the background; what was not answered is asked again later. */
  private Asking asking(List<Copied> copies) {
    var now = time.nanos();
    asked.values().removeIf(one -> one.isOver(now));
    var key =
        copies.stream()
            .map(one -> new Version(one.row.number(), one.row.generation()))
            .collect(Collectors.toSet());
    return asked.computeIfAbsent(
        key,
        _ -> {
          var asking = new Asking(new CompletableFuture<>(), new AtomicLong(now));
          Thread.ofVirtual().name("confirming groups").start(() -> ask(copies, asking));
          return asking;
        });
  }

  private void ask(List<Copied> copies, Asking asking) {
    try {
      var answer = new LinkedHashMap<String, Phrase>();
      var troubles = troubles(copies);
      for (var i = 0; i < copies.size(); i++) {
        var copied = copies.get(i);
        troubles
            .get(i)
            .ifPresentOrElse(
                why -> answer.put(copied.id(), noted(copied.row, why)),
                () -> changed.remove(copied.id()));
      }
      if (answer.isEmpty()) {
        var moment = Id.next().value();
        store.describe(
            copies.stream()
                .collect(Collectors.toMap(Copied::row, one -> one.parts.orElseThrow().at(moment))));
      }
      asking.ended.set(time.nanos());
      asking.end.complete(answer);
    } catch (RuntimeException e) {
      LOG.atLevel(Outage.level(e, Level.WARN)).log("Groups could not be asked about", e);
      asking.end.completeExceptionally(e);
    }
  }

  /** Of whom one is not answered, the others would have to be waited for as well. */
  private List<Optional<Phrase>> troubles(List<Copied> copies) {
    var silence = new AtomicReference<Optional<Phrase>>(Optional.empty());
    try (var threads =
        Executors.newFixedThreadPool(
            AT_ONCE, Thread.ofVirtual().name("confirming a group").factory())) {
      var asked =
          copies.stream()
              .map(copied ->
                  CompletableFuture.supplyAsync(() -> troubleOrSilence(copied, silence), threads))
              .toList();
      return asked.stream().map(GroupCopies::join).toList();
    }
  }

  private Optional<Phrase> troubleOrSilence(
      Copied copied, AtomicReference<Optional<Phrase>> silence) {
    var trouble = silence.get().or(() -> trouble(copied));
    if (trouble.filter(why -> !NoAnswer.isChanged(why)).isPresent()) {
      silence.set(trouble);
    }
    return trouble;
  }

  private Phrase noted(GroupStore.Row row, Phrase why) {
    if (NoAnswer.isChanged(why)) {
      changed.compute(
          row.group().id(),
          (_, known) ->
              known != null && known.generation == row.generation()
                  ? known
                  : new Changed(row.generation(), known == null ? 1 : known.times + 1));
    }
    return why;
  }

  private Optional<Phrase> trouble(Copied copied) {
    var access = token.access();
    if (copied.parts.isEmpty()) {
      return Optional.of(NoAnswer.CHANGED);
    }
    if (access.isEmpty()) {
      return Optional.of(Troubles.NO_TOKEN);
    }
    for (var part : copied.parts.get().parts()) {
      var now = platform.groups().state(access.get(), part.id());
      token.heard(now);
      switch (now) {
        case Response.Got<GroupState>(var state) when part.agreesWith(state) -> {}
        case Response.Absent<GroupState> _ when part.gone() -> {}
        case Response.Got<GroupState> _, Response.Absent<GroupState> _ -> {
          return Optional.of(NoAnswer.CHANGED);
        }
        case Response<GroupState> _ -> {
          return Optional.of(now.trouble());
        }
      }
    }
    return Optional.empty();
  }
}
