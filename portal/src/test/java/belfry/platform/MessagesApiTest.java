package belfry.platform;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PersonRef;
import belfry.platform.wire.Response;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.Fault.Stage;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each way to end means, over the wire (delivery.md, life of a recipient). */
class MessagesApiTest {
  /** Longer than a request takes on a busy machine. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static Simulator simulator;
  private static Platform platform;
  private static Secret bot;
  private static String ana;

  @BeforeAll
  static void start() {
    simulator = Simulator.start(SimulatorSettings.defaults().withPeople(50));
    platform = new Platform(simulator.address(), TIMEOUT, Time.system());
    bot = new Secret(simulator.botToken(0));
    ana = simulator.directory().personByEmail("ana.lopez@northwind.example").orElseThrow().id();
  }

  @AfterAll
  static void stop() {
    platform.close();
    simulator.close();
  }

  @BeforeEach
  void beginAnew() {
    simulator.faults().set(List.of());
    simulator.ledger().reset();
  }

  @Test
  void anAcceptedMessageComesWithItsIdAndRoom() {
    var outcome = post();

    var accepted = (Outcome.Accepted) outcome;
    assertThat(accepted.messageId()).isNotEmpty();
    assertThat(accepted.roomId()).isNotEmpty();
    assertThat(accepted.email()).as("who is named by id is told of by id").isEmpty();
    assertThat(stored()).isEqualTo(1);
  }

  static Stream<Fault> lostAnswers() {
    return Stream.of(
        Fault.before(500),
        Fault.after(500),
        Fault.before(502),
        Fault.after(502),
        Fault.before(503),
        Fault.after(504),
        new Fault.Reset(Stage.BEFORE),
        new Fault.Reset(Stage.AFTER),
        new Fault.Close(Stage.AFTER),
        new Fault.Hang(Stage.AFTER),
        new Fault.Truncated(),
        new Fault.NonJson(),
        new Fault.Garbage(),
        Fault.before(302),
        Fault.before(423));
  }

  @ParameterizedTest
  @MethodSource("lostAnswers")
  void whateverLeavesItOpenIsUnknown(Fault fault) {
    simulator.faults().set(FaultRule.on(Operation.MESSAGES_CREATE, fault));

    assertThat(post()).isInstanceOfAny(Outcome.Unknown.class, Outcome.Unreadable.class);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aRefusalThatIsNotThePlatformsOwnRefusesNothing(int status) {
    simulator
        .faults()
        .set(
            FaultRule.on(
                Operation.MESSAGES_CREATE, Fault.after(status).withHtml("<h1>Not you</h1>")));

    assertThat(post()).isInstanceOf(Outcome.Unreadable.class);
    assertThat(stored()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void whatThePlatformRefusesForGoodIsRefused(int status) {
    simulator
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(status).withText("Not you")));

    assertThat(post()).isEqualTo(new Outcome.Refused(status, "Not you"));
    assertThat(stored()).isZero();
  }

  static Stream<Integer> refusals() {
    return Stream.of(400, 403, 404, 405, 409, 410, 413, 415, 422, 428);
  }

  @Test
  void aRevokedTokenIsTheTokensFault() {
    simulator.faults().set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(401)));

    assertThat(post()).isInstanceOf(Outcome.Unauthorized.class);
  }

  @ParameterizedTest
  @MethodSource("rests")
  void aRestIsReadInEveryForm(Fault fault, long seconds) {
    simulator.faults().set(FaultRule.on(Operation.MESSAGES_CREATE, fault));

    assertThat(post())
        .isEqualTo(
            new Outcome.Throttled(
                Optional.of(seconds).filter(n -> n > 0).map(Duration::ofSeconds)));
    assertThat(stored()).isZero();
  }

  static Stream<Arguments> rests() {
    return Stream.of(
        Arguments.of(Fault.before(429).withRetryAfter("3"), 3),
        Arguments.of(Fault.before(423).withRetryAfter("9"), 9),
        Arguments.of(Fault.before(429).withRetryAfter("0"), 0),
        Arguments.of(Fault.before(429).withRetryAfter("rand(30),add(30)"), 0));
  }

  @Test
  void aPlatformInTroubleMayAskForARestAndLeavesTheSendOpenAllTheSame() {
    simulator
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(503).withRetryAfter("7")));

    assertThat(post())
        .isEqualTo(new Outcome.Unknown("status 503", Optional.of(Duration.ofSeconds(7))));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void aConnectionThatIsNotMadeSendsNothing() {
    try (var nowhere = new Platform(URI.create("http://127.0.0.1:1"), TIMEOUT, Time.system())) {
      var outcome =
          nowhere
              .messages()
              .post(bot, new Destination.Person(new PersonId(ana)), "Hello", () -> true);
      assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
    }
  }

  @Test
  void aBodyThatMayNotLeaveStaysHereAndThePlatformHoldsNothing() {
    var outcome =
        platform
            .messages()
            .post(bot, new Destination.Person(new PersonId(ana)), "Hello", () -> false);

    assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
    assertThat(stored()).isZero();
    assertThat(post()).as("the next one").isInstanceOf(Outcome.Accepted.class);
  }

  /** A platform may count a request of which it has only the headers, inside a rest. */
  @Test
  void notEvenTheHeadersOfSuchAMessageLeave() throws IOException {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var there =
            new Platform(
                URI.create("http://127.0.0.1:" + server.getLocalPort()), TIMEOUT, Time.system())) {
      var outcome =
          there
              .messages()
              .post(bot, new Destination.Person(new PersonId(ana)), "Hello", () -> false);

      assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
      try (var arrived = server.accept()) {
        assertThat(read(arrived)).isZero();
      }
    }
  }

  /** How many bytes came before the connection ended. */
  private static int read(Socket arrived) {
    var bytes = 0;
    try {
      while (arrived.getInputStream().read() >= 0) {
        bytes++;
      }
    } catch (IOException _) {
      // Broken off.
    }
    return bytes;
  }

  @Test
  void aLostAnswerIsNeverAskedForASecondTime() {
    simulator.faults().set(FaultRule.on(Operation.MESSAGES_CREATE, new Fault.Reset(Stage.AFTER)));

    assertThat(post()).isInstanceOf(Outcome.Unknown.class);
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void theConversationIsListedNewestFirstUntilEnoughWasSeen() {
    for (var words : List.of("one", "two", "three")) {
      assertThat(
              platform
                  .messages()
                  .post(bot, new Destination.Person(new PersonId(ana)), words, () -> true))
          .isInstanceOf(Outcome.Accepted.class);
    }
    var seen = new ArrayList<String>();

    var answer =
        platform
            .messages()
            .direct(
                bot,
                person(ana),
                posted -> {
                  seen.addAll(words(posted));
                  return seen.size() < 2;
                });

    assertThat(answer).isInstanceOf(Response.Got.class);
    assertThat(seen).containsExactly("three", "two", "one");
  }

  @Test
  void noConversationYetIsAnEmptyOne() {
    var maija =
        simulator.directory().personByEmail("maija.salo@northwind.example").orElseThrow().id();

    assertThat(platform.messages().direct(bot, person(maija), _ -> true))
        .isEqualTo(new Response.Got<>(List.of()));
  }

  @Test
  void theOlderPartOfAConversationIsReachedByItsRoom() {
    for (var i = 0; i < 5; i++) {
      assertThat(
              platform
                  .messages()
                  .post(bot, new Destination.Person(new PersonId(ana)), "m" + i, () -> true))
          .isInstanceOf(Outcome.Accepted.class);
    }
    var all = got(platform.messages().direct(bot, person(ana), _ -> true));
    var third = all.get(2);
    var room = third.roomId().orElseThrow();

    var older = platform.messages().before(bot, room, third.id(), _ -> true);

    assertThat(words(got(older))).containsExactly("m1", "m0");
    assertThat(words(got(platform.messages().in(bot, room, _ -> true))))
        .containsExactly("m4", "m3", "m2", "m1", "m0");
  }

  private static PersonRef person(String id) {
    return PersonRef.of(id, "");
  }

  private static List<String> words(List<Posted> posted) {
    return posted.stream().map(message -> message.content().markdown()).toList();
  }

  private static Outcome post() {
    return platform
        .messages()
        .post(bot, new Destination.Person(new PersonId(ana)), "Hello", () -> true);
  }

  private static <T> T got(Response<T> answer) {
    return switch (answer) {
      case Response.Got<T>(var value) -> value;
      case Response<T> failed -> throw new AssertionError(failed.trouble());
    };
  }

  private static int stored() {
    return simulator.ledger().totals(Ledger.Query.ALL).messages();
  }
}
