package belfry.hooks;

import static belfry.hooks.HooksFixture.ANA;
import static belfry.hooks.HooksFixture.NEWS;
import static belfry.testing.HookReceiver.answering;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.storage.Vault;
import belfry.testing.Heard;
import belfry.testing.HookReceiver;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When programs are told what is due, and when they are left alone. */
@OnEngines
class HookDeliveryTest extends StorageTest {
  @TempDir Path directory;
  private final HookReceiver receiver = new HookReceiver();
  private final List<Thread> threads = new ArrayList<>();
  private HooksFixture fixture;
  private HookDelivery delivery;
  private HookId id;

  @BeforeEach
  void begin() {
    fixture = new HooksFixture(open(directory), directory);
    delivery =
        new HookDelivery(
            fixture.apps,
            fixture.database,
            new HookNews(fixture.database, fixture.queue),
            fixture.post,
            _ -> true,
            fixture.time,
            this::thread);
    id = fixture.made(receiver.address()).hook().id();
  }

  @AfterEach
  void end() {
    delivery.stop();
    fixture.close();
    receiver.close();
  }

  private Thread thread(Runnable work) {
    var thread = Thread.ofVirtual().unstarted(work);
    threads.add(thread);
    return thread;
  }

  /** Whatever may be told now is told; how much that was. */
  private int told() {
    delivery.step();
    for (var thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    threads.clear();
    var count = receiver.waiting();
    for (var i = 0; i < count; i++) {
      receiver.next();
    }
    return count;
  }

  private void events(int count) {
    fixture.database.write(handle -> {
      for (var i = 0; i < count; i++) {
        fixture.queue.add(
            handle, NEWS.name(), HookEvent.JOB_HELD, fixture.time.now(), Map.of("jobId", "x"));
      }
      return count;
    });
  }

  @Test
  void whateverTakesEverythingIsToldEverything() {
    events(3 * HookPost.AT_ONCE);
    assertThat(told()).isEqualTo(3 * HookPost.AT_ONCE);
    assertThat(told()).isZero();
  }

  @Test
  void whateverTakesNothingRestsAndIsThenTriedWithOneEventUntilItTakesIt() {
    receiver.behave(answering(500));
    events(2 * HookPost.AT_ONCE);
    assertThat(told()).isEqualTo(HookPost.AT_ONCE);
    assertThat(told()).as("it rests").isZero();
    fixture.time.pass(HookRests.FIRST);
    assertThat(told()).isEqualTo(1);
    fixture.time.pass(HookRests.FIRST);
    assertThat(told()).as("a longer rest").isZero();
    fixture.time.pass(HookRests.FIRST);
    receiver.behave(answering(204));
    assertThat(told()).as("all that is due").isGreaterThan(HookPost.AT_ONCE);
    events(HookPost.AT_ONCE);
    assertThat(told()).isEqualTo(HookPost.AT_ONCE);
  }

  @Test
  void oneThatRestsHoldsUpNoOther() {
    try (var other = new HookReceiver()) {
      receiver.behave(answering(500));
      events(1);
      told();
      fixture.made(other.address());
      events(1);
      assertThat(told()).isZero();
      assertThat(other.waiting()).isEqualTo(1);
    }
  }

  @Test
  void aTestDoesNotWaitForARest() {
    asksForAnHour();
    events(1);
    assertThat(told()).isEqualTo(1);
    fixture.hooks.test(NEWS, ANA, id);
    events(1);
    assertThat(told()).as("the test only").isEqualTo(1);
    assertThat(fixture.messages(id))
        .filteredOn(one -> one.event().equals(HookEvent.TEST.word()))
        .allMatch(one -> one.tries() == 1);
  }

  @Test
  void aRestEndsWhenAnAdministratorBeginsAnew() {
    receiver.behave(answering(500));
    events(1);
    told();
    fixture.hooks.disable(NEWS, ANA, id);
    fixture.hooks.enable(NEWS, ANA, id);
    events(1);
    assertThat(told()).isEqualTo(1);
  }

  private void asksForAnHour() {
    receiver.behave(exchange -> {
      exchange.getResponseHeaders().set("Retry-After", "3600");
      exchange.sendResponseHeaders(429, -1);
    });
  }

  @Test
  void whateverAsksToBeLeftAloneIsSentNothingBefore() {
    asksForAnHour();
    events(1);
    assertThat(told()).isEqualTo(1);
    fixture.time.pass(Duration.ofHours(1).minusMillis(1));
    events(1);
    assertThat(told()).isZero();
    fixture.time.pass(Duration.ofMillis(1));
    assertThat(told()).isEqualTo(1);
  }

  @Test
  void alsoIfItTookSome() {
    events(2);
    var first = fixture.messages(id).getFirst().name();
    receiver.behave(exchange -> {
      var isFirst = exchange.getRequestHeaders().getFirst("webhook-id").equals(first);
      exchange.getResponseHeaders().set("Retry-After", "600");
      exchange.sendResponseHeaders(isFirst ? 204 : 429, -1);
    });
    assertThat(told()).isEqualTo(2);
    events(1);
    assertThat(told()).isZero();
    fixture.time.pass(Duration.ofMinutes(10));
    assertThat(told()).isPositive();
  }

  @Test
  void anotherAddressHasAskedForNothing() {
    asksForAnHour();
    events(1);
    told();
    try (var other = new HookReceiver()) {
      var wish = new Hooks.Wish("Pager", other.address().toString(), fixture.hook(id).events());
      fixture.hooks.change(NEWS, ANA, id, wish);
      events(1);
      assertThat(told()).isZero();
      assertThat(other.waiting()).isEqualTo(1);
    }
  }

  @Test
  void oneThatGetsAnotherAddressMeanwhileIsToldThereAtOnce() {
    try (var other = new HookReceiver()) {
      var wish = new Hooks.Wish("Pager", other.address().toString(), fixture.hook(id).events());
      events(1);
      receiver.behave(exchange -> {
        fixture.hooks.change(NEWS, ANA, id, wish);
        exchange.sendResponseHeaders(410, -1);
      });
      assertThat(told()).isEqualTo(1);
      assertThat(other.waiting()).isEqualTo(1);
      assertThat(fixture.hook(id).isEnabled()).isTrue();
    }
  }

  @Test
  void ofOneThatIsDeletedMeanwhileNothingIsSaid() {
    events(3 * HookPost.AT_ONCE);
    receiver.behave(exchange -> {
      fixture.hooks.delete(NEWS, ANA, id);
      exchange.sendResponseHeaders(500, -1);
    });
    try (var log = new Heard("belfry.hooks")) {
      assertThat(told()).isEqualTo(HookPost.AT_ONCE);
      assertThat(told()).isZero();
      assertThat(log.words()).isEmpty();
    }
  }

  /** No secret can be read that is no secret. */
  @Test
  void whatGoesWrongHereIsSaidAndTriedAgain() {
    var place = new Vault.Place("hook", "secret", id.toString());
    var sealed = fixture.vault.seal(new Secret("whsec_!"), place);
    fixture.database.write(handle -> handle.execute("UPDATE hook SET secret = ?", sealed));
    events(1);
    try (var log = new Heard("belfry.hooks")) {
      assertThat(told()).isZero();
      assertThat(told()).isZero();
      assertThat(log.words()).singleElement().asString().contains("It is tried again soon");
    }
    fixture.hooks.rotate(NEWS, ANA, id);
    fixture.time.pass(HookRests.FIRST);
    assertThat(told()).as("the old secret signs too").isZero();
    fixture.time.pass(HookSecrets.OVERLAP);
    assertThat(told()).isEqualTo(1);
  }
}
