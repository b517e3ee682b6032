package belfry.delivery.lane;

import belfry.platform.Outcome;
import belfry.runs.recipients.Finding;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;

/**
 * What one process of a simulation has got for its sends, and what follows for the next (R2): after
 * several in a row to different people that got nothing understood, it sends to nobody but one at a
 * time, after something was understood, or else every two minutes.
 */
final class SimulatedSilence {
  private static final int SEVERAL = 5;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST = 120 * SECOND;

  private final Simulation world;

  /** What its lane takes in only with its next turn. */
  private final Queue<Runnable> heard = new ArrayDeque<>();

  private final Set<String> silent = new HashSet<>();
  private int unconnected;
  private boolean on;
  private long since;
  private long last;
  private boolean read;
  private int failed;
  private boolean probing;
  private long probe;
  private long turn;

  SimulatedSilence(Simulation world) {
    this.world = world;
  }

  void turns() {
    turn = world.nanos();
    heard.forEach(Runnable::run);
    heard.clear();
    if (on && read && !probing && turn - last > 2 * LONGEST) {
      over();
    }
  }

  void answered(String target, Outcome outcome, long began, boolean heldBack) {
    heard.add(() -> {
      probing &= probe != began;
      switch (outcome) {
        case Outcome.Unknown _, Outcome.Unreadable _ -> silent(target, began);
        case Outcome.NotSent _ -> {
          if (!heldBack) {
            silent("", began);
          }
        }
        // From a limit, perhaps one in front of the platform, nothing follows for sends.
        case Outcome.Throttled _ -> {}
        case Outcome.Refused(var status, _) when status == Outcome.TOO_MANY -> {}
        default -> over();
      }
    });
  }

  private void silent(String target, long began) {
    if (began < since) {
      return;
    }
    if (on) {
      failed += read ? 1 : 0;
    } else if (target.isEmpty()) {
      unconnected++;
    } else {
      silent.add(target);
    }
    read = false;
    last = turn;
    if (!on && silent.size() + unconnected >= SEVERAL) {
      on = true;
      since = turn;
    }
  }

  void read(Finding finding) {
    if (!(finding instanceof Finding.Unanswered
        || finding instanceof Finding.Unreadable
        || finding instanceof Finding.Throttled)) {
      read();
    }
  }

  void read() {
    heard.add(() -> read = on);
  }

  /** Something was understood, or what was not makes no difference any more. */
  void over() {
    silent.clear();
    unconnected = 0;
    failed = 0;
    on = false;
    read = false;
    probing = false;
    since = world.nanos();
  }

  void intended(int count) {
    if (!on) {
      return;
    }
    world.laws().require(count == 1 && !probing, () -> "R2: more than one in an outage: " + count);
    var pause = !read ? LONGEST : failed == 0 ? 0 : Math.min(SECOND << (failed - 1), LONGEST);
    world
        .laws()
        .require(
            world.nanos() - last >= pause,
            () -> "R2: in an outage one follows another although nothing was understood");
  }

  void began(long moment) {
    if (on) {
      probing = read;
      probe = moment;
      last = turn;
    }
  }
}
