package belfry.simulator.messages;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import belfry.simulator.base.Time;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Population;
import belfry.simulator.directory.Principal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The store by itself: order, rooms, and many writers at once. */
class StoreTest {
  private static final Principal NEWS = new Principal.Bot(0);
  private static final Principal ANA = new Principal.Person(0);
  private static final Principal MAIJA = new Principal.Person(1);

  private final Directory directory = new Directory(7, Population.defaults().withPeople(100));

  /** A clock of the machine that steps as it is told. */
  private record Steps(Queue<Long> moments) implements Time {
    @Override
    public long millis() {
      return moments.remove();
    }

    @Override
    public long nanos() {
      return 0;
    }

    @Override
    public void rest(Duration duration) {}
  }

  private static Draft draft(Principal author, Principal to, String words) {
    return Draft.of(author, Room.Direct.of(author, to), Content.ofText(words));
  }

  /** platform-api.md 4.1: order inside a 1:1 room is the order of acceptance. */
  @Test
  void theClockMayStepBackButTheOrderOfAcceptanceDoesNot() {
    var messages =
        new Messages(directory, new Steps(new ArrayDeque<>(List.of(5_000L, 4_000L, 6_000L))), 7);

    var created =
        IntStream.range(0, 3)
            .mapToObj(it -> messages.post(draft(NEWS, ANA, "" + it)).created().toEpochMilli())
            .toList();

    assertThat(created).containsExactly(5_000L, 5_000L, 6_000L);
  }

  /** platform-api.md 9.3: one direct room for each pair; that all can be forgotten is ours. */
  @Test
  void everybodyHasTheirOwnRooms() {
    var messages = new Messages(directory, ManualTime.at("2026-11-21T09:00:00Z"), 7);
    var withNews = messages.post(draft(NEWS, ANA, "Hello")).room();
    var amongPeople = messages.post(draft(MAIJA, ANA, "Lunch?")).room();

    assertThat(messages.directRoomsOfPerson(ANA)).containsExactly(withNews, amongPeople);
    assertThat(messages.directRoomsOfPerson(MAIJA)).containsExactly(amongPeople);
    assertThat(messages.directRoomsOfBot(new Principal.Bot(0))).containsExactly(withNews);
    assertThat(messages.directRoomsOfBot(new Principal.Bot(1))).isEmpty();
    messages.forget();
    assertThat(messages.directRoomsOfPerson(ANA)).isEmpty();
    assertThat(messages.exists(withNews)).isFalse();
  }

  /** Ours: what is accepted is kept once, however many write (platform-api.md 9.6). */
  @Test
  void manyMayWriteAtOnceAndNothingIsLostOrDoubled() throws Exception {
    var messages = new Messages(directory, Time.ofMachine(), 7);

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var writers =
          IntStream.range(0, 100)
              .<Callable<Integer>>mapToObj(person -> () -> write(messages, person))
              .toList();
      threads.invokeAll(writers);
    }

    var entries = new Ledger(messages).entries(Ledger.Query.ALL);
    assertThat(entries).hasSize(5_000);
    assertThat(entries).extracting(Ledger.Entry::messageId).doesNotHaveDuplicates();
    for (var person = 0; person < 100; person++) {
      var room = Room.Direct.of(NEWS, new Principal.Person(person));
      assertThat(messages.history(room, History.newest(100)).reversed())
          .extracting(it -> it.words().text())
          .containsExactlyElementsOf(
              IntStream.range(0, 50).mapToObj(it -> "Number " + it).toList());
    }
  }

  private static int write(Messages messages, int person) {
    for (var number = 0; number < 50; number++) {
      messages.post(draft(NEWS, new Principal.Person(person), "Number " + number));
    }
    return person;
  }
}
