package belfry.answers;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.answers.ReceivedAnswer.Kind;
import belfry.apps.Bot;
import belfry.base.Time;
import belfry.platform.ids.PersonId;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.storage.TestSqlite;
import belfry.testing.Await;
import belfry.testing.House;
import belfry.testing.TestDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is found by looking through the conversations. */
class ConversationPollTest {
  private static final String LARS = "lars.berg@northwind.example";
  private static final String BOT = "Company News";

  private static final ConversationPoll.Breath ENDLESS =
      new ConversationPoll.Breath() {
        @Override
        public boolean goesOn() {
          return true;
        }

        @Override
        public boolean hasTime() {
          return true;
        }
      };

  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(50));
  private final Path data = TestDirectory.fresh();
  private final House house = new House(TestSqlite.open(data), simulator, data, Time.system());
  private final Instant since = Instant.now().minusSeconds(60);
  private final ConversationPoll poll =
      new ConversationPoll(
          house.app(), house.platform(), house.database(), since, Duration.ofMinutes(10));
  private final Bot bot =
      new Bot(
          0,
          new PersonId(simulator.bots().getFirst().id()),
          BOT,
          simulator.bots().getFirst().email(),
          "",
          false);

  @AfterEach
  void close() {
    house.close();
    simulator.close();
  }

  private int look() {
    return poll.look(bot, house.app().botToken(), false, Instant.now(), ENDLESS).found().size();
  }

  private List<String> found() {
    return new AnswerEvents(house.database())
        .due(house.app().name(), Instant.now().plusSeconds(1), 100).stream()
            .filter(one -> one.event().kind() == Kind.WRITTEN)
            .map(one -> one.event().source())
            .toList();
  }

  @Test
  void whatIsWrittenBeforeAMessageOfOursIsFoundToo() {
    var before = simulator.say(LARS, BOT, "before").id();
    simulator.postAs(BOT, List.of(LARS), "ours");
    simulator.postAs(BOT, List.of("maija.salo@northwind.example"), "ours alone");

    assertThat(look()).isEqualTo(1);
    assertThat(found()).containsExactly(before);
    assertThat(look()).isZero();
  }

  @Test
  void whatIsShownLaterThanTheListTellsOfItIsFoundThen() {
    simulator.setListingLag(Duration.ofSeconds(2));
    var late = simulator.say(LARS, BOT, "late").id();

    assertThat(look()).isZero();
    Await.until(() -> look() > 0);
    assertThat(found()).containsExactly(late);
  }

  @ParameterizedTest
  @EnumSource(
      value = Operation.class,
      names = {"ROOMS_LIST", "MESSAGES_LIST"})
  void whoeverIsAskedToWaitLooksAgainAndForgetsNoConversation(Operation operation) {
    var said = simulator.say(LARS, BOT, "while it is throttled").id();
    simulator
        .faults()
        .set(FaultRule.on(operation, Fault.before(429).withRetryAfter("1")).onCalls(1L));

    Await.until(() -> {
      look();
      return !found().isEmpty();
    });

    assertThat(found()).containsExactly(said);
  }

  @Test
  void whatWasWrittenBeforeAnswersWereReadIsNone() {
    simulator.say(LARS, BOT, "long ago");
    var now =
        new ConversationPoll(
            house.app(),
            house.platform(),
            house.database(),
            Instant.now().plusSeconds(60),
            Duration.ofMinutes(10));
    assertThat(now.look(bot, house.app().botToken(), true, Instant.now(), ENDLESS).found())
        .isEmpty();
  }
}
