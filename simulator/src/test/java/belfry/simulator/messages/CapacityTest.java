package belfry.simulator.messages;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Time;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Population;
import belfry.simulator.directory.Principal;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** delivery.md: 1,000,000 recipients must work in constant memory, so they must here. */
class CapacityTest {
  private static final int MILLION = 1_000_000;
  private static final long MOST_BYTES = 160L << 20;

  private static long heldBytes() {
    var memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  @Test
  void aMillionPeopleEachWithAMessageFitIntoASmallHeap() {
    var before = heldBytes();
    var directory = new Directory(7, Population.defaults().withPeople(MILLION));
    var messages = new Messages(directory, Time.ofMachine(), 7);
    var ledger = new Ledger(messages);
    var bot = new Principal.Bot(0);

    for (var person = 0; person < MILLION; person++) {
      var room = Room.Direct.of(bot, new Principal.Person(person));
      messages.post(Draft.of(bot, room, Content.ofMarkdown("**Town hall** at " + person % 10)));
    }
    messages.post(
        Draft.of(
            bot, Room.Direct.of(bot, new Principal.Person(5)), Content.ofMarkdown("Once more")));

    var totals = ledger.totals(Ledger.Query.ALL);
    assertThat(totals.messages()).isEqualTo(MILLION + 1);
    assertThat(totals.recipients()).isEqualTo(MILLION);
    assertThat(totals.doubledRecipients()).isEqualTo(1);
    assertThat(totals.doubled().getFirst().recipient()).isEqualTo(directory.personId(5));
    assertThat(heldBytes() - before).isLessThan(MOST_BYTES);
    assertThat(directory.people()).isEqualTo(MILLION);
    assertThat(messages.size()).isEqualTo(MILLION + 1);
  }
}
