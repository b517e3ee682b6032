package belfry.simulator.messages;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.directory.Ids;
import java.util.HashSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Identifiers that carry number and time of a message. */
class MessageIdsTest {
  private final MessageIds ids = new MessageIds(7);

  /**
   * platform-api.md 1.3: uuids of messages are time-based; that the number is in them too is ours.
   */
  @Test
  void theWayBackNeedsNoTable() {
    var seen = new HashSet<String>();
    for (var number = 0; number < 30_000; number++) {
      var created = 1_795_000_000_000L + number / 100;
      var id = ids.id(number, created);

      assertThat(seen.add(id)).isTrue();
      assertThat(ids.mark(id)).contains(new MessageIds.Mark(number, created));
    }
  }

  /** Ours: only what this simulator made is the id of one of its messages. */
  @Test
  void foreignIdsAreNotRecognized() {
    var other = new MessageIds(8).id(5, 1_795_000_000_000L);

    assertThat(ids.mark(other)).isEmpty();
    assertThat(ids.mark(Ids.encoded("MESSAGE", UUID.randomUUID().toString()))).isEmpty();
    assertThat(ids.mark(Ids.encoded("ROOM", ids.uuid(5, 1_795_000_000_000L).toString()))).isEmpty();
    assertThat(ids.mark("")).isEmpty();
  }
}
