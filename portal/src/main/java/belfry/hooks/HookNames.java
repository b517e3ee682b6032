package belfry.hooks;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Looks hosts up in threads of their own, and not for longer than a program is waited for. The
 * system's lookup holds its carrier thread until it ends, and all virtual threads of the process
 * share a few of those: name servers of others could have the lanes wait.
 */
final class HookNames implements AutoCloseable {
  /** Of hosts that are looked up at once. */
  private static final int MOST = 64;

  private static final long KEPT_SECONDS = 10;

  private final DnsResolver system;
  private final Duration timeout;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MOST,
          KEPT_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Thread.ofPlatform().name("webhook-names-", 0).daemon().factory());

  HookNames(DnsResolver system, Duration timeout) {
    this.system = system;
    this.timeout = timeout;
  }

  InetAddress[] addresses(String host) throws UnknownHostException {
    try {
      return threads
          .submit(() -> system.resolve(host))
          .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | RejectedExecutionException _) {
      throw new UnknownHostException(host + " was not looked up in time");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownHostException unknown) {
        throw unknown;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new UnknownHostException(host + " was not looked up, because Belfry is stopping");
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
