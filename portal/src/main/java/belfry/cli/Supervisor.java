package belfry.cli;

import belfry.base.Loop;
import belfry.base.Time;
import belfry.cli.checks.OwnStatus;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells systemd that the portal is ready, then again and again that it lives, and that it stops.
 * Without systemd it does nothing.
 */
final class Supervisor {
  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

  /** A machine with too much to do is no reason to start the portal again. */
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private static final int TRIES_IN_TIME = 4;

  private final Optional<NotifySocket> socket;
  private final Optional<Loop> loop;
  private final URI live;

  /**
   * Says nothing yet.
   *
   * @param environment of which systemd sets {@code NOTIFY_SOCKET} and {@code WATCHDOG_USEC}
   * @param live where the portal says whether it lives
   */
  Supervisor(Map<String, String> environment, URI live, Time time) {
    this.live = live;
    socket =
        Optional.ofNullable(environment.get("NOTIFY_SOCKET"))
            .filter(address -> !address.isEmpty())
            .map(NotifySocket::new);
    loop =
        socket
            .flatMap(_ -> Optional.ofNullable(environment.get("WATCHDOG_USEC")))
            .map(microseconds -> Duration.ofNanos(Long.parseLong(microseconds) * 1000))
            .map(within -> within.dividedBy(TRIES_IN_TIME))
            .map(rest ->
                new Loop(
                    "watchdog",
                    time,
                    () -> {
                      if (lives()) {
                        say("WATCHDOG=1");
                      }
                      return rest;
                    }));
  }

  /** From now on systemd hears that the portal lives. */
  void ready() {
    say("READY=1");
    loop.ifPresent(Loop::start);
  }

  /** It stops within this time, and lives until then. */
  void leaving(Duration within) {
    say("STOPPING=1\nEXTEND_TIMEOUT_USEC=" + within.toNanos() / 1000);
  }

  void stopping() {
    loop.ifPresent(Loop::stop);
    say("STOPPING=1");
  }

  /**
   * Whether the portal answers, and does not say that it does not live. Where it has too much to do
   * it answers in other words.
   */
  private boolean lives() {
    try {
      var answer = OwnStatus.ask(live, PATIENCE);
      return answer.code() != HttpURLConnection.HTTP_UNAVAILABLE
          || answer.json().path("live").asBoolean(true);
    } catch (IOException e) {
      LOG.warn("{} does not answer: {}", live, e.toString());
      return false;
    }
  }

  private void say(String words) {
    socket.ifPresent(one -> {
      try {
        one.send(words);
      } catch (IOException e) {
        LOG.warn("systemd cannot be told: {}", e.toString());
      }
    });
  }
}
