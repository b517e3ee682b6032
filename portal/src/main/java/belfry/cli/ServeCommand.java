package belfry.cli;

import belfry.base.Time;
import belfry.cli.checks.OwnStatus;
import belfry.cli.settings.Invocation;
import belfry.cli.settings.Version;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Runs the portal until it is asked to stop. */
@Command(name = "serve", description = "Runs the portal. Settings: docs/configuration.md.")
final class ServeCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);
  static final Duration LONGEST_STOP = Duration.ofSeconds(23);
  private static final Duration SPARE = Duration.ofSeconds(7);

  @ParentCommand private Invocation invocation;

  /** For picocli, which then fills in what it belongs to. */
  @SuppressWarnings("NullAway.Init")
  ServeCommand() {}

  ServeCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws InterruptedException {
    Thread.setDefaultUncaughtExceptionHandler(new LastWords(Runtime.getRuntime()::halt));
    var read = invocation.reading();
    var settings = read.settings();
    if (!read.strange().isEmpty()) {
      LOG.warn("{}", String.join(" ", read.strange()));
    }
    var portal = Portal.start(settings, Time.system());
    LOG.info(
        "Belfry {} is ready at http://{}:{}", Version.current(), settings.host(), portal.port());
    var supervisor =
        new Supervisor(
            invocation.environment(),
            OwnStatus.address(settings.host(), portal.port(), "/status/live"),
            Time.system());
    supervisor.ready();
    onStop(
            () -> leave(portal, supervisor, settings.draining()),
            () -> {
              supervisor.stopping();
              portal.close();
            })
        .await();
    return 0;
  }

  /** Answers for a while whoever has not heard yet that this node stops. */
  private static void leave(Portal portal, Supervisor supervisor, Duration draining) {
    portal.leave();
    if (draining.isZero()) {
      return;
    }
    supervisor.leaving(draining.plus(LONGEST_STOP).plus(SPARE));
    LOG.info(
        "Stopping in {} s: /status/ready says so, and requests are answered until then",
        draining.toSeconds());
    try {
      Time.system().sleep(draining);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for SIGTERM or Ctrl-C, and closes the portal before the process ends. */
  static void untilStopped(AutoCloseable portal) throws InterruptedException {
    onStop(() -> {}, portal).await();
  }

  /** Closes it on SIGTERM or Ctrl-C before the process ends; what counts down then. */
  private static CountDownLatch onStop(Runnable before, AutoCloseable portal) {
    var stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .name("stop")
                .unstarted(() -> {
                  before.run();
                  stop(portal);
                  stopped.countDown();
                }));
    return stopped;
  }

  /** Stops in time, whatever hangs: a process that takes too long is killed, which is worse. */
  private static void stop(AutoCloseable portal) {
    LOG.info("Stopping: nothing new is sent; waiting for requests in flight");
    var closing = Thread.ofVirtual().name("closing").start(() -> close(portal));
    try {
      if (!closing.join(LONGEST_STOP)) {
        LOG.warn(
            "Stopped before everything was closed. Sends in flight are looked up at the next start");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(AutoCloseable portal) {
    try {
      portal.close();
      LOG.info("Stopped");
    } catch (Exception e) {
      LOG.error("Stopped, but not cleanly", e);
    }
  }
}
