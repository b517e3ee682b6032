package belfry.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.messages.Attachments;
import belfry.messages.Content;
import belfry.people.Target;
import belfry.platform.Answer;
import belfry.platform.Destination;
import belfry.platform.Outcome;
import belfry.platform.Platform;
import belfry.platform.Space;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.storage.Database;
import belfry.storage.Databases;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a look into the platform's record finds of an unsure send. */
class HttpWireTest {
  private static final Content WORDS = new Content("Are we there?", Optional.empty());

  @TempDir Path directory;

  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(20));
  private final Platform platform =
      new Platform(simulator.address(), Duration.ofSeconds(5), Time.system());
  private final App app =
      new App("news", "News", new Secret(simulator.botToken(0)), List.of(), 230);
  private final String ana =
      simulator.directory().personByEmail("ana.lopez@northwind.example").orElseThrow().id();
  private Database database;
  private HttpWire wire;

  @BeforeEach
  void open() {
    database = Databases.open(Optional.empty(), directory);
    var apps = new Apps(List.of(app), platform, database);
    assertThat(apps.refreshBot(app)).isInstanceOf(Answer.Got.class);
    wire = new HttpWire(app, apps, new Attachments(database, Time.system()), platform);
  }

  @AfterEach
  void close() {
    wire.close();
    database.close();
    platform.close();
    simulator.close();
  }

  @Test
  void oursIsFoundBehindMoreThanAListingShows() throws Exception {
    var began = Instant.now();
    var ours = post(new Destination.Person(ana), WORDS.markdown());
    for (var i = 0; i < 130; i++) {
      post(new Destination.Person(ana), "Newer " + i);
    }

    assertThat(look(Target.Kind.PERSON, ana, began, Set.of()))
        .isInstanceOfSatisfying(
            Finding.Ours.class, found -> assertThat(found.messageId()).isEqualTo(ours));
    assertThat(look(Target.Kind.PERSON, ana, began, Set.of(ours)))
        .as("recorded for another attempt")
        .isEqualTo(new Finding.None());
  }

  @Test
  void whoWasNeverWrittenToHasNothing() throws Exception {
    assertThat(look(Target.Kind.PERSON, ana, Instant.now(), Set.of()))
        .isEqualTo(new Finding.None());
  }

  @Test
  void aSpaceInWhichNothingHappenedSinceHasNotGotIt() throws Exception {
    var space = space();
    post(new Destination.Room(space), "Before");

    assertThat(look(Target.Kind.SPACE, space, Instant.now().plusSeconds(60), Set.of()))
        .isEqualTo(new Finding.None());
    assertThat(look(Target.Kind.SPACE, space, Instant.now().minusSeconds(60), Set.of()))
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
    look(Target.Kind.PERSON, ana, Instant.now(), Set.of());
    assertThat(look(Target.Kind.PERSON, ana, Instant.now(), Set.of()))
        .isInstanceOf(Finding.Throttled.class);
  }

  private Finding failing(Operation operation, Fault fault) throws Exception {
    simulator.faults().set(FaultRule.on(operation, fault));
    return look(Target.Kind.PERSON, ana, Instant.now(), Set.of());
  }

  private Finding look(Target.Kind kind, String target, Instant since, Set<String> recorded)
      throws Exception {
    var finding = new CompletableFuture<Finding>();
    wire.look(new Wire.Question(kind, target, WORDS, since, recorded), finding::complete);
    return finding.get(20, TimeUnit.SECONDS);
  }

  private String post(Destination to, String words) {
    var outcome = platform.messages().post(app.botToken(), to, words, () -> true);
    assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
    return ((Outcome.Accepted) outcome).messageId();
  }

  /** One the bot is in. */
  private String space() {
    var spaces = platform.spaces().list(app.botToken());
    assertThat(spaces).isInstanceOf(Answer.Got.class);
    return ((Answer.Got<List<Space>>) spaces).value().getFirst().id();
  }
}
