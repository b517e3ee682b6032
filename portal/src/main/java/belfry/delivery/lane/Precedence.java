package belfry.delivery.lane;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Whose turn comes first, and what is left to those who come later: every tenth message, so that
 * nobody waits for ever. Used only by its lane's thread.
 */
final class Precedence {
  private static final int BEFORE_ONE_BEHIND = 9;

  /** Who waits together, in the order of their turns. */
  enum Rank {
    /** Tests, replies and notices, each to a few. */
    AT_ONCE,
    URGENT,
    /** Recalls and corrections: what went wrong is mended before more is sent. */
    FOLLOW_UPS,
    SMALL,
    LARGE
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

  /** How many of these permits a rank may take; those before it have had theirs of them. */
  int share(Rank rank, int permits) {
    return hasBehind(rank) ? permits - leaves(rank, permits) : permits;
  }

  /** How many follow-ups may take, who are asked before everybody else. */
  int shareOfFollowUps(int permits) {
    var left = permits;
    for (var rank : waiting) {
      if (rank.compareTo(Rank.FOLLOW_UPS) < 0 && !idle.contains(rank)) {
        left = leaves(rank, left);
      }
    }
    return share(Rank.FOLLOW_UPS, left);
  }

  /** Of what was offered to a rank, so many were taken. */
  void took(Rank rank, int offered, int count) {
    for (var front : waiting) {
      if (isBehind(front, rank)) {
        ahead.merge(front, 0, (most, _) -> Math.max(0, most - BEFORE_ONE_BEHIND * offered));
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

  private boolean hasBehind(Rank rank) {
    return waiting.stream().anyMatch(other -> isBehind(rank, other));
  }

  /** Follow-ups do not wait for those who can take nothing, and leave them a tenth to try it. */
  private boolean isBehind(Rank rank, Rank other) {
    return rank.compareTo(other) < 0
        || (rank == Rank.FOLLOW_UPS && other != rank && idle.contains(other));
  }
}
