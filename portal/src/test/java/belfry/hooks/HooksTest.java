package belfry.hooks;

import static belfry.hooks.HooksFixture.ALERTS;
import static belfry.hooks.HooksFixture.ANA;
import static belfry.hooks.HooksFixture.NEWS;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of webhooks, whichever engine keeps it. */
@OnEngines
class HooksTest extends StorageTest {
  private static final URI URL = URI.create("https://pager.example/belfry?key=canary");

  @TempDir Path directory;
  private HooksFixture fixture;
  private Hooks hooks;

  @BeforeEach
  void begin() {
    fixture = new HooksFixture(open(directory), directory);
    hooks = fixture.hooks;
  }

  @AfterEach
  void end() {
    fixture.close();
  }

  private long waiting() {
    return fixture.database.read(handle -> Hooks.waiting(handle, NEWS.name()));
  }

  private List<String> stored(String column) {
    return fixture.database.read(handle ->
        handle
            .createQuery("SELECT " + column + " FROM hook ORDER BY id")
            .mapTo(String.class)
            .list());
  }

  private List<Secret> signing(Vault vault, HookId id) {
    var secrets = new HookSecrets(vault);
    return fixture.database.read(handle -> secrets.of(handle, id, fixture.time.now()));
  }

  private void add(HookEvent event) {
    fixture.database.write(handle -> {
      fixture.queue.add(handle, NEWS.name(), event, fixture.time.now(), Map.of("jobId", "x"));
      return true;
    });
  }

  @Test
  void theSecretIsShownOnceAndStoredSealed() {
    var one = fixture.made(URL);
    assertThat(one.secret().reveal()).matches("whsec_[A-Za-z0-9+/]{43}=");
    assertThat(stored("secret").getFirst()).doesNotContain(one.secret().reveal().substring(6));
    assertThat(hooks.of(NEWS)).containsExactly(one.hook());
    assertThat(hooks.of(ALERTS)).isEmpty();
    assertThat(fixture.made(URL).secret()).isNotEqualTo(one.secret());
  }

  @Test
  void anAppHasNoMoreThanItMay() {
    for (var i = 0; i < Hooks.MOST_OF_AN_APP; i++) {
      fixture.made(URL);
    }
    var wish = new Hooks.Wish("One more", URL.toString(), Set.of(HookEvent.JOB_HELD));
    assertThat(hooks.make(NEWS, ANA, wish)).isInstanceOf(Hooks.Done.Refused.class);
    assertThat(hooks.make(ALERTS, ANA, wish)).isInstanceOf(Hooks.Done.WithSecret.class);
  }

  @Test
  void ofAnotherAppThereIsNone() {
    var id = fixture.made(URL).hook().id();
    var wish = new Hooks.Wish("Mine", URL.toString(), Set.of(HookEvent.JOB_HELD));
    assertThat(hooks.see(ALERTS, id)).isEmpty();
    assertThat(
            List.of(
                hooks.change(ALERTS, ANA, id, wish),
                hooks.disable(ALERTS, ANA, id),
                hooks.enable(ALERTS, ANA, id),
                hooks.rotate(ALERTS, ANA, id),
                hooks.test(ALERTS, ANA, id),
                hooks.delete(ALERTS, ANA, id)))
        .allMatch(Hooks.Done.Missing.class::isInstance);
    assertThat(fixture.trail()).hasSize(1);
  }

  @Test
  void onlyWhatWasChosenIsWrittenAndOnlyWhileItIsEnabled() {
    var id = fixture.made(URL).hook().id();
    var wish = new Hooks.Wish("Held", "https://new.example/x", EnumSet.of(HookEvent.JOB_HELD));
    assertThat(hooks.change(NEWS, ANA, id, wish)).isInstanceOf(Hooks.Done.Agreed.class);
    add(HookEvent.JOB_FINISHED);
    add(HookEvent.JOB_HELD);
    hooks.disable(NEWS, ANA, id);
    add(HookEvent.JOB_HELD);
    assertThat(hooks.test(NEWS, ANA, id)).isInstanceOf(Hooks.Done.Refused.class);
    assertThat(fixture.hook(id).state()).isEqualTo(Hook.State.OFF);
    hooks.enable(NEWS, ANA, id);
    assertThat(fixture.messages(id)).extracting(HookMessage::event).containsExactly("job.held");
    assertThat(fixture.messages(id).getFirst().body())
        .isEqualTo(
            "{\"type\":\"job.held\",\"timestamp\":\"2026-11-27T09:00:00Z\",\"data\":{\"app\":\"news\",\"jobId\":\"x\"}}");
    assertThat(waiting()).isEqualTo(1);
  }

  @Test
  void theTrailSaysWhoDidWhatWithoutTheWholeAddress() {
    var id = fixture.made(URL).hook().id();
    hooks.rotate(NEWS, ANA, id);
    hooks.disable(NEWS, ANA, id);
    hooks.disable(NEWS, ANA, id);
    hooks.enable(NEWS, ANA, id);
    hooks.test(NEWS, ANA, id);
    hooks.delete(NEWS, ANA, id);
    assertThat(fixture.trail())
        .containsExactly(
            "ana-id webhook.make Pager (pager.example)",
            "ana-id webhook.rotate Pager (pager.example)",
            "ana-id webhook.disable Pager (pager.example)",
            "ana-id webhook.enable Pager (pager.example)",
            "ana-id webhook.test Pager (pager.example)",
            "ana-id webhook.delete Pager (pager.example)");
  }

  @Test
  void aQueueThatIsFullDisablesItAndSaysWhatToDo() {
    var id = fixture.made(URL).hook().id();
    fixture.database.write(handle -> {
      var batch =
          handle.prepareBatch(
              "INSERT INTO hook_message (id, hook, event, body, created, due) VALUES (?, ?, 'x', '', 0, 0)");
      for (var i = 0; i < HookQueue.MOST_WAITING - 1; i++) {
        batch.add(i, id.value());
      }
      return batch.execute();
    });
    add(HookEvent.JOB_HELD);
    assertThat(fixture.hook(id).state()).isEqualTo(Hook.State.ENABLED);
    add(HookEvent.JOB_HELD);
    add(HookEvent.JOB_HELD);
    assertThat(fixture.hook(id).state()).isEqualTo(Hook.State.FULL);
    assertThat(waiting()).isEqualTo(HookQueue.MOST_WAITING);
    assertThat(fixture.trail())
        .last()
        .isEqualTo(
            "belfry webhook.disable Pager (pager.example): 10000 events are waiting for it. Mend the program behind it, then enable it again");
    assertThat(fixture.trail()).hasSize(2);
  }

  @Test
  void whatWasSettledLongAgoOrIsForNobodyIsDeletedInSteps() {
    var id = fixture.made(URL).hook().id();
    add(HookEvent.JOB_HELD);
    fixture.database.write(handle -> {
      HookQueue.taken(handle, fixture.messages(id).getFirst(), "answered 204", fixture.time.now());
      return true;
    });
    add(HookEvent.JOB_STARTED);
    fixture.time.pass(Duration.ofDays(6));
    hooks.sweep();
    assertThat(fixture.messages(id)).hasSize(2);
    fixture.time.pass(Duration.ofDays(1));
    hooks.sweep();
    assertThat(fixture.messages(id)).extracting(HookMessage::event).containsExactly("job.started");
    hooks.disable(NEWS, ANA, id);
    hooks.sweep();
    assertThat(fixture.messages(id)).as("of a disabled one, as old").isEmpty();

    hooks.enable(NEWS, ANA, id);
    add(HookEvent.JOB_HELD);
    hooks.delete(NEWS, ANA, id);
    hooks.sweep();
    int left =
        fixture.database.read(handle ->
            handle.createQuery("SELECT COUNT(*) FROM hook_message").mapTo(Integer.class).one());
    assertThat(left).isZero();
  }

  @Test
  void theOldSecretSignsForADayMoreAndIsThenForgotten() {
    var one = fixture.made(URL);
    var id = one.hook().id();
    var two = (Hooks.Done.WithSecret) hooks.rotate(NEWS, ANA, id);
    assertThat(two.hook().oldSecretUntil()).contains(fixture.time.now().plus(HookSecrets.OVERLAP));
    assertThat(signing(fixture.vault, id)).containsExactly(two.secret(), one.secret());
    fixture.time.pass(HookSecrets.OVERLAP);
    assertThat(signing(fixture.vault, id)).containsExactly(two.secret());
    assertThat(stored("old_secret").getFirst()).isNotEmpty();
    hooks.sweep();
    assertThat(stored("old_secret")).containsExactly("");
    assertThat(fixture.hook(id).oldSecretUntil()).isEmpty();
  }

  @Test
  void aNewKeySealsAllSecretsAnew() {
    var one = fixture.made(URL);
    hooks.rotate(NEWS, ANA, one.hook().id());
    fixture.made(URL);
    var rotated = new Vault(Keyring.open(Optional.empty(), directory, true).rotated());
    assertThat(Hooks.reseal(fixture.database, rotated)).isEqualTo(3);
    assertThat(stored("secret")).allMatch(rotated::isCurrent);
    assertThat(signing(rotated, one.hook().id())).contains(one.secret()).hasSize(2);
  }

  private static String name(HookMessage one) {
    return one.name();
  }

  @Test
  void whatWasGivenUpIsSentAgainUnderItsId() {
    var id = fixture.made(URL).hook().id();
    add(HookEvent.JOB_HELD);
    add(HookEvent.JOB_FINISHED);
    add(HookEvent.JOB_STARTED);
    var events = fixture.messages(id).reversed();
    fixture.database.write(handle -> {
      HookQueue.givenUp(handle, events.get(0), "answered 500", fixture.time.now());
      HookQueue.givenUp(handle, events.get(1), "answered 500", fixture.time.now());
      HookQueue.taken(handle, events.get(2), "answered 200", fixture.time.now());
      return true;
    });
    assertThat(waiting()).isZero();
    assertThat(hooks.see(NEWS, id).orElseThrow().givenUp()).isEqualTo(2);

    var one = HookMessage.id(events.get(0).name());
    assertThat(hooks.replay(NEWS, ANA, id, one)).isEqualTo(new Hooks.Done.Replayed(1));
    assertThat(hooks.replay(NEWS, ANA, id, one))
        .as("it waits")
        .isInstanceOf(Hooks.Done.Refused.class);
    var taken = HookMessage.id(events.get(2).name());
    assertThat(hooks.replay(NEWS, ANA, id, taken)).isInstanceOf(Hooks.Done.Refused.class);
    assertThat(hooks.replay(NEWS, ANA, id, Optional.empty())).isEqualTo(new Hooks.Done.Replayed(1));
    assertThat(hooks.replay(NEWS, ANA, id, Optional.empty())).isEqualTo(new Hooks.Done.Replayed(0));

    var due = fixture.messages(id).reversed();
    assertThat(due)
        .extracting(HooksTest::name)
        .containsExactlyElementsOf(events.stream().map(HooksTest::name).toList());
    assertThat(due).extracting(HookMessage::tries).containsExactly(0, 0, 1);
    assertThat(due.getFirst().body()).isEqualTo(events.getFirst().body());
    assertThat(waiting()).isEqualTo(2);
    assertThat(hooks.replay(ALERTS, ANA, id, Optional.empty()))
        .isInstanceOf(Hooks.Done.Missing.class);
    hooks.disable(NEWS, ANA, id);
    assertThat(hooks.replay(NEWS, ANA, id, Optional.empty()))
        .isInstanceOf(Hooks.Done.Refused.class);
    assertThat(fixture.trail()).filteredOn(line -> line.contains("webhook.replay")).hasSize(2);
  }
}
