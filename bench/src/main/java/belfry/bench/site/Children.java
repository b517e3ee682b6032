package belfry.bench.site;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The processes this one has begun: where it ends by a signal, they end with it. */
public final class Children {
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  /** Other threads go on while this process ends. */
  private static volatile boolean ended;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Children::end, "children-end"));
  }

  private Children() {}

  /** Starts one. */
  public static Process start(ProcessBuilder command) throws IOException {
    var child = command.start();
    RUNNING.add(child);
    if (ended) {
      child.destroyForcibly();
    }
    var _ = child.onExit().thenRun(() -> RUNNING.remove(child));
    return child;
  }

  private static void end() {
    ended = true;
    RUNNING.forEach(Process::destroyForcibly);
  }
}
