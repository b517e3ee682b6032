package belfry.platform.wire;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Destination;
import belfry.platform.Outcome;
import belfry.platform.Platform;
import belfry.platform.Posted;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PersonRef;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Messages with a file: what leaves this machine, and what is known of it when something breaks.
 */
class FileMessagesTest {
  /** Longer than a request takes on a busy machine. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final String WORDS = "**Größe**\n\nof everything: \"quoted\" & 100 %";
  private static final File SMALL = file("Übersicht 2026.pdf", "application/pdf", 1_000);
  private static final File LARGE = file("film.mp4", "video/mp4", 9_000_000);
  private static final String ENDED_EARLY = "ended early";
  private static final CompletableFuture<?> AT_ONCE = CompletableFuture.completedFuture(true);
  private static Simulator simulator;
  private static Platform platform;
  private static Secret bot;
  private static Destination ana;

  private static File file(String name, String type, int size) {
    var bytes = new byte[size];
    new SplittableRandom(size).nextBytes(bytes);
    return new File(name, type, size, out -> out.write(bytes));
  }

  @BeforeAll
  static void start() {
    simulator = Simulator.start(SimulatorSettings.defaults().withPeople(50));
    platform = new Platform(simulator.address(), TIMEOUT, Time.system());
    bot = new Secret(simulator.botToken(0));
    ana =
        new Destination.Person(
            new PersonId(
                simulator
                    .directory()
                    .personByEmail("ana.lopez@northwind.example")
                    .orElseThrow()
                    .id()));
  }

  @AfterAll
  static void stop() {
    platform.close();
    simulator.close();
  }

  @BeforeEach
  void beginAnew() {
    simulator.faults().set(List.of());
    simulator.limits().set(List.of());
    simulator.ledger().reset();
  }

  @Test
  void theMessageAndItsFileArriveAsOne() {
    assertThat(post(LARGE, () -> true)).isInstanceOf(Outcome.Accepted.class);

    var listed = platform.messages().direct(bot, PersonRef.of(ana.id().value(), ""), _ -> true);
    assertThat(((Response.Got<List<Posted>>) listed).value())
        .singleElement()
        .satisfies(posted -> {
          assertThat(posted.content().markdown()).isEqualTo(WORDS);
          assertThat(posted.content().files()).isOne();
        });
  }

  @Test
  void theFormIsWrittenAsBrowsersWriteIt() throws Exception {
    try (var server = new OneRequest(OneRequest.CONTINUE, AT_ONCE);
        var one = new Platform(server.address(), TIMEOUT, Time.system())) {
      assertThat(one.messages().post(bot, ana, WORDS, SMALL, () -> true))
          .isInstanceOf(Outcome.Accepted.class);
      assertThat(server.request.join())
          .contains("Expect: 100-continue")
          .contains("Content-Type: multipart/form-data; boundary=")
          .contains("name=\"toPersonId\"\r\n\r\n" + ana.id() + "\r\n")
          .contains("name=\"markdown\"\r\n\r\n" + WORDS + "\r\n")
          .contains("name=\"files\"; filename=\"Übersicht 2026.pdf\"\r\n")
          .contains("Content-Type: application/pdf\r\n");
    }
  }

  @Test
  void aBodyThatMayNotLeaveStaysHere() {
    assertThat(post(SMALL, () -> false)).isInstanceOf(Outcome.NotSent.class);
    assertThat(stored()).isZero();
    assertThat(post(SMALL, () -> true)).as("the next one").isInstanceOf(Outcome.Accepted.class);
  }

  /**
   * Else a refusal would be lost behind megabytes that nobody reads, and be a doubt for minutes.
   */
  @Test
  void aRefusalIsReadBeforeTheFileHasLeft() {
    simulator
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.fixedWindow(1, Duration.ofMinutes(1))));
    assertThat(post(SMALL, () -> true)).isInstanceOf(Outcome.Accepted.class);
    var asked = new AtomicInteger();

    var outcome =
        post(
            LARGE,
            () -> {
              asked.incrementAndGet();
              return true;
            });

    assertThat(outcome).isInstanceOf(Outcome.Throttled.class);
    assertThat(asked).as("asked for leave").hasValue(0);
  }

  @Test
  void whateverIsAnsweredBeforeTheFileHasLeftLeavesNoDoubt() throws Exception {
    var busy = "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n";
    try (var server = new OneRequest(busy, AT_ONCE);
        var one = new Platform(server.address(), TIMEOUT, Time.system())) {
      assertThat(one.messages().post(bot, ana, WORDS, LARGE, () -> true))
          .isEqualTo(new Outcome.NotSent("status 503", Optional.of(Duration.ofSeconds(7))));
    }
  }

  @Test
  void aPlatformThatCannotBeAskedIsNotAskedTheNextTime() throws Exception {
    var refusal = "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n";
    try (var server = new OneRequest(refusal, AT_ONCE);
        var one = new Platform(server.address(), TIMEOUT, Time.system())) {
      assertThat(one.messages().post(bot, ana, WORDS, LARGE, () -> true))
          .isInstanceOf(Outcome.NotSent.class);
      var again = server.again("");
      assertThat(one.messages().post(bot, ana, WORDS, LARGE, () -> true))
          .isInstanceOf(Outcome.Accepted.class);
      assertThat(again.join()).doesNotContain("Expect:");
    }
  }

  @Test
  void aLostAnswerIsUnknown() {
    simulator.faults().set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(502)));

    assertThat(post(SMALL, () -> true)).isInstanceOf(Outcome.Unknown.class);
    assertThat(stored()).isOne();
  }

  @Test
  void aPlatformThatNeverSaysWhetherItWantsTheBodyGetsItAllTheSame() throws Exception {
    try (var server = new OneRequest("", AT_ONCE);
        var one = new Platform(server.address(), TIMEOUT, Time.system())) {
      assertThat(one.messages().post(bot, ana, WORDS, SMALL, () -> true))
          .isInstanceOf(Outcome.Accepted.class);
    }
  }

  /** What is longer under way than is waited for must not arrive after it was given up. */
  @Test
  void aFileThatTakesTooLongIsBrokenOffBeforeItsEnd() throws Exception {
    var patience = Duration.ofMillis(50);
    while (!isBrokenOff(patience)) {
      patience = patience.multipliedBy(4);
    }
  }

  /** False if it took so long to begin that nothing was sent. */
  private static boolean isBrokenOff(Duration patience) throws Exception {
    var givenUp = new CompletableFuture<Boolean>();
    try (var server = new OneRequest(OneRequest.CONTINUE, givenUp);
        var one = new Platform(server.address(), patience, Time.system())) {
      var outcome = one.messages().post(bot, ana, WORDS, LARGE, () -> true);
      givenUp.complete(true);
      if (outcome instanceof Outcome.NotSent && patience.toSeconds() < 10) {
        return false;
      }
      assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
      assertThat(
              server.request.handle((seen, broken) -> broken == null ? seen : ENDED_EARLY).join())
          .as("what came")
          .isEqualTo(ENDED_EARLY);
      return true;
    }
  }

  private static Outcome post(File file, BooleanSupplier leave) {
    return platform.messages().post(bot, ana, WORDS, file, leave);
  }

  private static int stored() {
    return simulator.ledger().totals(Ledger.Query.ALL).messages();
  }

  /**
   * A platform of one request: it says something once it has the head, begins to read, reads to the
   * announced end when it may, and accepts what came.
   */
  private static final class OneRequest implements AutoCloseable {
    private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
    private static final String ACCEPTED =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 24\r\n\r\n{\"id\":\"m1\",\"roomId\":\"r\"}";
    private static final int A_LITTLE = 512;

    private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final CompletableFuture<String> request;

    OneRequest(String says, CompletableFuture<?> mayReadOn) throws IOException {
      request = serve(says, mayReadOn);
    }

    /** One more, on a connection of its own. */
    CompletableFuture<String> again(String says) {
      return serve(says, AT_ONCE);
    }

    private CompletableFuture<String> serve(String says, CompletableFuture<?> mayReadOn) {
      var request = new CompletableFuture<String>();
      Thread.ofVirtual()
          .start(() -> {
            try (var connection = socket.accept()) {
              request.complete(served(connection, says, mayReadOn));
            } catch (IOException | RuntimeException e) {
              request.completeExceptionally(e);
            }
          });
      return request;
    }

    private static String served(Socket connection, String says, CompletableFuture<?> mayReadOn)
        throws IOException {
      // One byte is one character, so that the announced length can be counted.
      var in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
      var head = new StringBuilder();
      for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
        head.append(line).append("\r\n");
      }
      write(connection, says);
      if (says.contains("Content-Length")) {
        return head.toString();
      }
      var body = new char[length(head)];
      var got = in.read(body, 0, A_LITTLE);
      mayReadOn.join();
      while (got < body.length) {
        var read = in.read(body, got, body.length - got);
        if (read < 0) {
          return ENDED_EARLY;
        }
        got += read;
      }
      write(connection, ACCEPTED);
      var bytes = (head + "\r\n" + new String(body)).getBytes(StandardCharsets.ISO_8859_1);
      return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void write(Socket to, String words) throws IOException {
      to.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
    }

    private static int length(CharSequence head) {
      return Integer.parseInt(head.toString().replaceFirst("(?s).*Content-Length: (\\d+).*", "$1"));
    }

    URI address() {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
