package belfry.delivery.lane;

import belfry.runs.Run;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn comes first, and what is left to those behind: every tenth message, so that nobody
 * waits for ever. Used only by its lane's thread.
 */
public final class Precedence {
  private static final int BEFORE_ONE_BEHIND = 9;

  /** A run to so many or fewer, or with so few left, goes before larger ones. */
  private static final int SMALL = 100;

  /** Who waits together, in the order of their turns. */
  public enum Rank {
    /** Tests, replies and notices, each to a few. */
    AT_ONCE,
    URGENT,
    /** Recalls and corrections: what went wrong is mended before more is sent. */
    FOLLOW_UPS,
    SMALL,
    LARGE;

    /** The rank of a run of this kind to so many who still wait. */
    public static Rank of(Run.Kind kind, boolean urgent, long waiting) {
      if (kind != Run.Kind.JOB) {
        return AT_ONCE;
      }
      if (urgent) {
        return URGENT;
      }
      return waiting <= Precedence.SMALL ? SMALL : LARGE;
    }

    /**
     * How many others go before the last of so many in this rank.
     *
     * @param others how many wait in each other run, by rank
     */
    public long before(long waiting, Map<Rank, List<Long>> others) {
      var beside = others.getOrDefault(this, List.of()).stream();
      var all = waiting + beside.mapToLong(other -> Math.min(other, waiting)).sum();
      for (var rank : List.copyOf(EnumSet.range(AT_ONCE, this)).reversed()) {
        all += rank == this ? 0 : Math.min(sum(others.get(rank)), all * BEFORE_ONE_BEHIND);
      }
      var behind = 0L;
      for (var rank : EnumSet.range(this, LARGE)) {
        behind += rank == this ? 0 : sum(others.get(rank));
      }
      return all - waiting + Math.min(behind, all / BEFORE_ONE_BEHIND);
    }

    private static long sum(@Nullable List<Long> counts) {
      return counts == null ? 0 : counts.stream().mapToLong(count -> count).sum();
    }
  }

  /** How many of a rank went first since those behind it had their turn. */
  private final Map<Rank, Integer> ahead = new EnumMap<>(Rank.class);

  private final Set<Rank> waiting = EnumSet.noneOf(Rank.class);

  /** Those who could take nothing when they were last asked. */
  private final Set<Rank> idle = EnumSet.noneOf(Rank.class);

  /** Those who wait now. */
  void waits(Set<Rank> ranks) {
    waiting.clear();
    waiting.addAll(ranks);
    idle.retainAll(ranks);
  }

  /**
   * How many of these permits messages of a rank may take; those before it have had theirs of them.
   * The last who are asked leave nothing, so that no permit stays where all are in debt.
   */
  int share(Rank rank, int permits) {
    return isFollowed(rank) ? permits - leaves(rank, permits) : permits;
  }

  /**
   * How many follow-ups may take, who are asked before everybody else.
   *
   * @param able how many of each rank wait
   */
  int shareOfFollowUps(int permits, Map<Rank, Long> able) {
    var left = permits;
    for (var rank : waiting) {
      if (rank.compareTo(Rank.FOLLOW_UPS) < 0 && !idle.contains(rank)) {
        left -= (int) Math.min(able.getOrDefault(rank, 0L), left - leaves(rank, left));
      }
    }
    return hasBehind(Rank.FOLLOW_UPS) ? left - leaves(Rank.FOLLOW_UPS, left) : left;
  }

  /** Of what was offered to a rank, so many were taken; what is left goes to those behind it. */
  void took(Rank rank, int offered, int count) {
    if (count > 0 || !isFollowed(rank)) {
      for (var front : waiting) {
        if (isBehind(front, rank)) {
          ahead.merge(front, 0, (most, _) -> Math.max(0, most - BEFORE_ONE_BEHIND * offered));
        }
      }
    }
    if (hasBehind(rank)) {
      var most = BEFORE_ONE_BEHIND * offered;
      ahead.merge(rank, count, (before, more) -> Math.min(before + more, most));
    }
    if (count == 0) {
      idle.add(rank);
    } else {
      idle.remove(rank);
    }
  }

  private int leaves(Rank rank, int permits) {
    return Math.min(permits, ahead.getOrDefault(rank, 0) / BEFORE_ONE_BEHIND);
  }

  /** Whether others behind are still asked in this turn, so that what is left is theirs. */
  private boolean isFollowed(Rank rank) {
    return waiting.stream()
        .anyMatch(other -> rank.compareTo(other) < 0 && other != Rank.FOLLOW_UPS);
  }

  private boolean hasBehind(Rank rank) {
    return waiting.stream().anyMatch(other -> isBehind(rank, other));
  }

  /** Follow-ups do not wait for those who can take nothing, and leave them a tenth to try it. */
  private boolean isBehind(Rank rank, Rank other) {
    return rank.compareTo(other) < 0
        || (rank == Rank.FOLLOW_UPS && other != rank && idle.contains(other));
  }
}
