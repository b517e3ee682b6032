package belfry.answers;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.answers.ReceivedAnswer.Kind;
import belfry.apps.App;
import belfry.apps.Apps;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Destination;
import belfry.platform.Outcome;
import belfry.platform.Space;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Response;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.MannerRule;
import belfry.simulator.messages.Message;
import belfry.storage.TestSqlite;
import belfry.testing.Await;
import belfry.testing.House;
import belfry.testing.TestDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of an event, by what the platform says when it is asked. */
class AnswerIntakeTest {
  private static final String LARS = "lars.berg@northwind.example";
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String BOT = "Company News";

  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(50));
  private final Path data = TestDirectory.fresh();
  private final House house = new House(TestSqlite.open(data), simulator, data, Time.system());
  private final AnswersFixture given = new AnswersFixture(house.database());
  private final AnswerEvents events = new AnswerEvents(house.database());
  private final String lars = simulator.directory().personByEmail(LARS).orElseThrow().id();
  private final String maija = simulator.directory().personByEmail(MAIJA).orElseThrow().id();

  @BeforeEach
  void knowTheBot() {
    house.apps().refreshBot(house.app(), 0);
  }

  @AfterEach
  void close() {
    house.close();
    simulator.close();
  }

  /** Works off everything that is due; nothing is waited for if {@code patience} is zero. */
  private void take(Duration patience) {
    take(house.app(), house.apps(), patience);
  }

  private void take(App app, Apps apps, Duration patience) {
    var none = Duration.ofMillis(1);
    var times =
        new AnswerSettings.Times(none, none, none, none, none, none, patience, none, patience);
    var intake =
        new AnswerIntake(
            app,
            new AnswerIntake.Ground(
                apps,
                house.platform(),
                house.database(),
                new AnswerStore(house.database()),
                times,
                Time.system()));
    events.due(house.app().name(), Instant.now(), 10).forEach(intake::take);
  }

  private void told(Message message) {
    told(message, Optional.of(AnswersFixture.person(lars)));
  }

  private void told(Message message, Optional<PersonId> person) {
    var event =
        new AnswerEvent(
            0, Kind.WRITTEN, message.id(), person, Optional.empty(), false, message.created());
    events.add(house.app().name(), event, Instant.now());
  }

  private List<String> texts() {
    return house
        .database()
        .read(handle -> handle.createQuery("SELECT text FROM answer").mapTo(String.class).list());
  }

  private List<String> outcomes() {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT outcome FROM answer_event WHERE due IS NULL")
                .mapTo(String.class)
                .list());
  }

  private String whose() {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT person || person_key || room AS whose FROM answer_event")
                .mapTo(String.class)
                .one());
  }

  private void announced() {
    given.sent(lars, Instant.now().minusSeconds(60));
  }

  @Test
  void whatWasWrittenIsStored() {
    announced();
    told(simulator.say(LARS, BOT, "I did"));
    take(Duration.ofDays(1));
    assertThat(texts()).containsExactly("I did");
  }

  @Test
  void whatWasDeletedIsGoneAfterAWhile() {
    announced();
    var message = simulator.say(LARS, BOT, "Oh no");
    simulator.messages().delete(message);
    told(message);

    take(Duration.ofDays(1));
    assertThat(outcomes()).as("it may only be late").isEmpty();
    assertThat(whose()).isNotEmpty();
    takeUntil(() -> !outcomes().isEmpty());
    assertThat(outcomes()).containsExactly("gone");
    assertThat(whose()).as("of no use any more").isEmpty();
    assertThat(texts()).isEmpty();
  }

  @Test
  void whatCanNeverBeReadIsKeptWithoutWords() {
    announced();
    simulator.faults().set(FaultRule.on(Operation.MESSAGES_GET, new Fault.NonJson()));
    told(simulator.say(LARS, BOT, "I did"));

    take(Duration.ofDays(1));
    assertThat(texts()).isEmpty();
    takeUntil(() -> !texts().isEmpty());
    assertThat(texts()).containsExactly("");
    assertThat(
            house
                .database()
                .<Integer>read(handle ->
                    handle.createQuery("SELECT readable FROM answer").mapTo(Integer.class).one()))
        .isZero();
  }

  @Test
  void whatIsThrottledIsAskedForWhenItMayBe() {
    announced();
    simulator
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_GET, Fault.before(429).withRetryAfter("1"))
                .onCalls(1L, 3L));
    told(simulator.say(LARS, BOT, "I did"));
    told(simulator.say(LARS, BOT, "And so did she"));

    // Without patience, whatever is not understood is kept without its words.
    takeUntil(() -> texts().size() == 2);

    assertThat(texts()).containsExactlyInAnyOrder("I did", "And so did she");
    assertThat(simulator.faultsFired()).containsValue(2L);
  }

  @Test
  void ourOwnMessagesAreNone() {
    announced();
    told(simulator.postAs(BOT, List.of(LARS), "To Lars").getFirst());
    take(Duration.ofDays(1));
    assertThat(outcomes()).containsExactly("own");
  }

  /** An app that sends through these of the simulator's bots. */
  private App through(int... bots) {
    var tokens = IntStream.of(bots).mapToObj(bot -> new Secret(simulator.botToken(bot))).toList();
    var usual = house.app();
    return new App(
        usual.name(),
        usual.title(),
        tokens,
        usual.admins(),
        usual.hue(),
        usual.largestDrop(),
        usual.resultsKept());
  }

  private Apps identified(App app) {
    var apps = new Apps(List.of(app), house.platform(), house.database());
    apps.identify(app);
    return apps;
  }

  @Test
  void whatOneBotOfTheAppSaysToAnotherInASpaceIsNone() {
    var app = through(0, 1);
    var title = simulator.spaces().at(6).title();
    var spaces = (Response.Got<List<Space>>) house.platform().spaces().list(app.botToken());
    var space =
        spaces.value().stream().filter(one -> one.title().equals(title)).findFirst().orElseThrow();
    given.sent(space.id().value(), Instant.now().minusSeconds(60));
    var words = "<@personId:" + simulator.bots().getFirst().id() + "> as you said";
    var said =
        (Outcome.Accepted)
            house
                .platform()
                .messages()
                .post(
                    app.botTokens().getLast(),
                    new Destination.Space(space.id()),
                    words,
                    () -> true);
    var event =
        new AnswerEvent(
            0,
            Kind.WRITTEN,
            said.messageId(),
            Optional.empty(),
            Optional.of(space.id()),
            true,
            Instant.now());
    events.add(app.name(), event, Instant.now());

    take(app, identified(app), Duration.ofDays(1));

    assertThat(outcomes()).containsExactly("own");
  }

  @Test
  void whatCameToABotThatIsRemovedIsReadIfItsTokenComesBack() {
    var both = through(0, 1);
    identified(both);
    var alone = through(0);
    var apps = identified(alone);
    var sent = given.sent(lars, Instant.now().minusSeconds(60));
    house
        .database()
        .write(handle ->
            handle.execute("UPDATE recipient SET lane = 1 WHERE run = ?", sent.run().value()));
    var message = simulator.say(LARS, simulator.bots().get(1).name(), "I did");
    var event =
        new AnswerEvent(
            1,
            Kind.WRITTEN,
            message.id(),
            Optional.of(AnswersFixture.person(lars)),
            Optional.empty(),
            false,
            message.created());
    events.add(alone.name(), event, Instant.now());

    take(alone, apps, Duration.ofDays(1));
    assertThat(texts()).isEmpty();
    assertThat(outcomes()).isEmpty();
    var again = identified(both);
    Await.until(() -> {
      take(both, again, Duration.ofDays(1));
      return !texts().isEmpty();
    });
    assertThat(texts()).containsExactly("I did");
  }

  @Test
  void whoeverGotNothingIsNotKept() {
    told(simulator.say(LARS, BOT, "Hello?"));
    take(Duration.ofDays(1));
    assertThat(outcomes()).containsExactly("no_announcement");
    assertThat(texts()).isEmpty();
  }

  /** Lars writes, of whom the platform tells the address only, which Maija is kept here with. */
  private void saidByAnAddressOfSomebodyElse() {
    announced();
    given.sent(maija, Instant.now().minusSeconds(30));
    house
        .database()
        .write(handle ->
            handle.execute(
                "INSERT INTO address (email, person, asked) VALUES (?, ?, ?)",
                LARS,
                maija,
                Instant.now().minus(Duration.ofDays(3))));
    simulator.manners().set(MannerRule.of(Manner.AUTHOR_BY_EMAIL));
    told(simulator.say(LARS, BOT, "I did"), Optional.empty());
  }

  private List<String> answerers() {
    return house
        .database()
        .read(handle -> handle.createQuery("SELECT person FROM answer").mapTo(String.class).list());
  }

  @Test
  void thePlatformIsAskedWhoseAnAddressIs() {
    saidByAnAddressOfSomebodyElse();
    take(Duration.ofDays(1));
    assertThat(answerers()).containsExactly(lars);
  }

  @Test
  void whoWasKeptWithAnAddressIsBelievedWhereThePlatformDoesNotAnswer() {
    saidByAnAddressOfSomebodyElse();
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, new Fault.NonJson()));
    take(Duration.ofDays(1));
    assertThat(answerers()).containsExactly(maija);
  }

  private void takeUntil(BooleanSupplier enough) {
    Await.until(() -> {
      take(Duration.ZERO);
      return enough.getAsBoolean();
    });
  }
}
