package belfry.cli;

import belfry.base.Time;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;

/** Runs the portal until it is asked to stop. */
@Command(name = "serve", description = "Runs the portal. Settings: docs/configuration.md.")
final class ServeCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

  @Override
  public Integer call() throws InterruptedException {
    var settings = Main.settings();
    var portal = Portal.start(settings, Time.system());
    LOG.info(
        "Belfry {} is ready at http://{}:{}", Version.current(), settings.host(), portal.port());
    untilStopped(portal);
    return 0;
  }

  /** Waits for SIGTERM or Ctrl-C, and closes the portal before the process ends. */
  static void untilStopped(AutoCloseable portal) throws InterruptedException {
    var stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .name("stop")
                .unstarted(() -> {
                  LOG.info("Stopping: nothing new is sent, what is in flight is awaited");
                  try {
                    portal.close();
                    LOG.info("Stopped");
                  } catch (Exception e) {
                    LOG.error("Stopped, but not cleanly", e);
                  } finally {
                    stopped.countDown();
                  }
                }));
    stopped.await();
  }
}
