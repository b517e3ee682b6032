package belfry.bench.figures;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.pace.UnsaidRest;
import belfry.platform.Destination;
import belfry.platform.Outcome;
import belfry.platform.Platform;
import belfry.platform.ids.PersonId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * What the portal is compared with: workers that post through the portal's own HTTP client and
 * write nothing down. A worker that is refused sleeps as long as it was told, and tries again.
 */
final class PlainSender {
  private PlainSender() {}

  /**
   * Arguments: the platform, tokens with commas between them, how many workers each has, and a file
   * with one person id a line.
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    var tokens = Stream.of(arguments[1].split(",")).map(Secret::new).toList();
    var workers = Integer.parseInt(arguments[2]);
    var recipients = new ConcurrentLinkedQueue<>(Files.readAllLines(Path.of(arguments[3])));
    var time = Time.system();
    try (var platform = new Platform(URI.create(arguments[0]), Duration.ofSeconds(20), time);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < workers * tokens.size(); i++) {
        var token = tokens.get(i % tokens.size());
        threads.execute(() -> {
          for (var to = recipients.poll(); to != null; to = recipients.poll()) {
            post(platform, time, token, to);
          }
        });
      }
      new CountDownLatch(1).await();
    }
  }

  private static void post(Platform platform, Time time, Secret token, String to) {
    var destination = new Destination.Person(new PersonId(to));
    var unsaid = new UnsaidRest();
    while (platform.messages().post(token, destination, DeliveryBench.WORDS, () -> true)
        instanceof Outcome.Throttled(var asked, _, _)) {
      try {
        time.sleep(unsaid.refused(asked, time.nanos()));
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
