package belfry.bench.siege;

import belfry.bench.site.Pauses;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/** Hostile sockets that are kept open, from their first to the end of the siege's share. */
final class Crowd implements AutoCloseable {
  private static final Duration GATHERING = Duration.ofSeconds(1);

  private final int port;
  private final Told.Count told;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<Line> open = ConcurrentHashMap.newKeySet();
  private volatile boolean over;

  /** Empty yet; {@code told} counts what becomes of each. */
  Crowd(int port, Told.Count told) {
    this.port = port;
    this.told = told;
  }

  /**
   * Some of a crowd.
   *
   * @param from the address of each
   * @param room for bytes that were not read yet; 0 for as much as usual
   * @param pause before one that has ended comes again
   */
  record Part(int sockets, IntFunction<String> from, int room, Duration pause, Manner manner) {}

  void join(Part part) {
    for (var i = 0; i < part.sockets; i++) {
      var number = i;
      threads.execute(() -> {
        Pauses.of(GATHERING.multipliedBy(number).dividedBy(part.sockets));
        while (!over) {
          turn(part, number);
          Pauses.of(part.pause);
        }
      });
    }
  }

  private void turn(Part part, int number) {
    try (var line = Line.open(part.from.apply(number), port, part.room)) {
      told.opened();
      open.add(line);
      try {
        told.answered(part.manner.on(line, number));
      } catch (IOException e) {
        told.answered(line.heard());
      } finally {
        open.remove(line);
      }
    } catch (IOException e) {
      told.notIn();
    }
  }

  @Override
  public void close() {
    over = true;
    told.stop();
    threads.shutdown();
    while (!threads.isTerminated()) {
      for (var line : open) {
        try {
          line.close();
        } catch (IOException _) {
          // It is closed already.
        }
      }
      Pauses.of(Duration.ofMillis(20));
    }
    threads.close();
  }
}
