package belfry.delivery.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.lane.Wire;
import belfry.messages.Attachments;
import belfry.people.audience.Target;
import belfry.platform.Destination;
import belfry.platform.Outcome;
import belfry.platform.Platform;
import belfry.platform.Posted;
import belfry.platform.Space;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Dating;
import belfry.platform.wire.Response;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Contact;
import belfry.runs.recipients.Control;
import belfry.runs.recipients.Finding;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.storage.Database;
import belfry.storage.TestSqlite;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a look into the platform's record finds of an unsure send. */
class HttpWireTest {
  private static final String WORDS = "Are we there?";

  @TempDir Path directory;

  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(20));
  private final Platform platform =
      new Platform(simulator.address(), Duration.ofSeconds(5), Time.system());
  private final App app =
      new App(TestPortal.NEWS, "News", new Secret(simulator.botToken(0)), List.of(), 230);
  private final String ana =
      simulator.directory().personByEmail("ana.lopez@northwind.example").orElseThrow().id();
  private Database database;
  private HttpWire wire;

  @BeforeEach
  void open() throws Exception {
    database = TestSqlite.open(directory);
    var apps = new Apps(List.of(app), platform, database);
    wire =
        new HttpWire(
            LaneId.first(app.name()),
            app,
            apps,
            new Attachments(database, Time.system()),
            platform);
    var check = new CompletableFuture<Wire.Check>();
    wire.check(check::complete);
    assertThat(check.get(10, TimeUnit.MINUTES)).isEqualTo(new Wire.Check.Works());
  }

  @AfterEach
  void close() {
    wire.close();
    database.close();
    platform.close();
    simulator.close();
  }

  @Test
  void aConversationIsReadBackToTheIntentHoweverMuchHasFollowed() throws Exception {
    var began = Instant.now();
    var ours = post(new Destination.Person(new PersonId(ana)), WORDS);
    for (var i = 0; i < 130; i++) {
      post(new Destination.Person(new PersonId(ana)), "Newer " + i);
    }

    assertThat(look(Target.Kind.PERSON, ana, began.minusSeconds(2), Optional.empty()))
        .isInstanceOfSatisfying(
            Finding.Listed.class,
            found ->
                assertThat(found.messages()).hasSize(131).extracting(Posted::id).contains(ours));
  }

  @Test
  void whoWasNeverWrittenToHasNothing() throws Exception {
    assertThat(look(Target.Kind.PERSON, ana, Instant.now(), Optional.empty()))
        .isEqualTo(new Finding.Listed(List.of(), Optional.empty()));
  }

  @Test
  void whatIsCertainlyThereIsLookedForInItsOwnConversation() throws Exception {
    var maija =
        simulator.directory().personByEmail("maija.salo@northwind.example").orElseThrow().id();
    var there = post(new Destination.Person(new PersonId(maija)), WORDS);

    assertThat(listed(control(maija, there)).control()).map(Posted::id).contains(there);
    assertThat(listed(control(maija, "another")).control()).isEmpty();
  }

  private Finding.Listed listed(Control control) throws Exception {
    return (Finding.Listed) look(Target.Kind.PERSON, ana, Instant.now(), Optional.of(control));
  }

  private static Control control(String target, String messageId) {
    return new Control(new RunId(1), target, messageId, Optional.empty());
  }

  @Test
  void aSpaceThatDoesNotTellCertainlyDecidesNothing() throws Exception {
    var space = spaces().getFirst();
    var other = spaces().getLast();
    post(new Destination.Space(new SpaceId(space)), "Before");
    post(new Destination.Space(new SpaceId(other)), WORDS);
    var now = Instant.now();
    // As if the one had come later than the other's intent by more than clocks may differ.
    var later = new Control(new RunId(1), other, "there", Optional.of(now));

    assertThat(look(Target.Kind.SPACE, space, now.minusSeconds(60), Optional.of(later)))
        .isEqualTo(new Finding.Undecidable());
    assertThat(look(Target.Kind.SPACE, space, now.plusSeconds(70), Optional.of(later)))
        .as("nothing since, and the other shows that it would be seen")
        .isEqualTo(new Finding.None());
    var notYet = new Control(new RunId(1), other, "there", Optional.of(now.plusSeconds(70)));
    assertThat(look(Target.Kind.SPACE, space, now.plusSeconds(70), Optional.of(notYet)))
        .as("where ours certainly is nothing is shown either")
        .isEqualTo(new Finding.Undecidable());
  }

  @Test
  void whatIsNotShownIsNotTheSameAsNoAnswer() throws Exception {
    assertThat(failing(Operation.MESSAGES_DIRECT, Fault.before(403)))
        .isInstanceOf(Finding.NotListable.class);
    assertThat(failing(Operation.MESSAGES_DIRECT, Fault.before(401)))
        .isInstanceOf(Finding.Unanswered.class);
    assertThat(failing(Operation.MESSAGES_DIRECT, Fault.before(502)))
        .isInstanceOf(Finding.Unanswered.class);

    simulator.faults().set(List.of());
    simulator
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_READ, Limit.fixedWindow(1, Duration.ofSeconds(60))));
    look(Target.Kind.PERSON, ana, Instant.now(), Optional.empty());
    assertThat(look(Target.Kind.PERSON, ana, Instant.now(), Optional.empty()))
        .isInstanceOf(Finding.Throttled.class);
  }

  @Test
  void aPageOfSomebodyElsesIsNoEmptyConversation() throws Exception {
    post(new Destination.Person(new PersonId(ana)), WORDS);
    for (var status : List.of(200, 403, 404)) {
      assertThat(
              failing(Operation.MESSAGES_DIRECT, Fault.before(status).withHtml("<h1>Sorry</h1>")))
          .as("%d with HTML", status)
          .isInstanceOf(Finding.Unreadable.class);
    }
    assertThat(failing(Operation.MESSAGES_DIRECT, new Fault.NonJson()))
        .isInstanceOf(Finding.Unreadable.class);
  }

  private Finding failing(Operation operation, Fault fault) throws Exception {
    simulator.faults().set(FaultRule.on(operation, fault));
    return look(Target.Kind.PERSON, ana, Instant.now(), Optional.empty());
  }

  private Finding look(Target.Kind kind, String target, Instant since, Optional<Control> control)
      throws Exception {
    var finding = new CompletableFuture<Finding>();
    wire.look(
        new Wire.Question(
            kind,
            target,
            new Dating(since.minusSeconds(60), since),
            control.isPresent(),
            Contact.UNKNOWN,
            control,
            Optional.empty()),
        finding::complete);
    return finding.get(10, TimeUnit.MINUTES);
  }

  private String post(Destination to, String words) {
    var outcome = platform.messages().post(app.botToken(), to, words, () -> true);
    assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
    return ((Outcome.Accepted) outcome).messageId();
  }

  /** Those the bot is in. */
  private List<String> spaces() {
    var spaces = platform.spaces().list(app.botToken());
    assertThat(spaces).isInstanceOf(Response.Got.class);
    return ((Response.Got<List<Space>>) spaces)
        .value().stream()
            .filter(space -> !space.readOnly() && !space.announcementOnly())
            .map(space -> space.id().value())
            .toList();
  }
}
