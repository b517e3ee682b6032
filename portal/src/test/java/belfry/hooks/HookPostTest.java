package belfry.hooks;

import static belfry.hooks.HooksFixture.ANA;
import static belfry.hooks.HooksFixture.NEWS;
import static belfry.testing.HookReceiver.answering;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Heard;
import belfry.testing.HookReceiver;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events on the wire: what a program does with them, and what becomes of them. */
@OnEngines
class HookPostTest extends StorageTest {
  @TempDir Path directory;
  private final HookReceiver receiver = new HookReceiver();
  private HooksFixture fixture;

  @BeforeEach
  void begin() {
    fixture = new HooksFixture(open(directory), directory);
  }

  @AfterEach
  void end() {
    fixture.close();
    receiver.close();
  }

  private HookMessage test(HookId id) {
    return ((Hooks.Done.Written) fixture.hooks.test(NEWS, ANA, id)).message();
  }

  private HookMessage event(HookId id) {
    return fixture.database.write(handle ->
        fixture
            .queue
            .add(
                handle,
                fixture.hook(id),
                HookEvent.JOB_HELD,
                fixture.time.now(),
                Map.of("jobId", "x"))
            .orElseThrow());
  }

  private HookMessage message(HookId id) {
    return fixture.messages(id).getFirst();
  }

  @Test
  void whatIsTakenIsSignedSoThatTheLibraryOfOthersAcceptsIt() {
    var made = fixture.made(receiver.address());
    var id = made.hook().id();
    var written = test(id);
    assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.Taken.class);

    var received = receiver.next();
    assertThat(received.id()).isEqualTo(written.name());
    assertThat(received.timestamp()).isEqualTo(fixture.time.now().getEpochSecond());
    assertThat(received.type()).isEqualTo("application/json; charset=UTF-8");
    assertThat(received.body()).isEqualTo(written.body());
    assertThat(received.isSigned(made.secret().reveal())).isTrue();
    assertThat(received.isSigned(HookSignature.newSecret().reveal())).isFalse();
    assertThat(message(id))
        .matches(one -> one.taken() && one.tries() == 1 && one.answer().equals("answered 204"));
    assertThat(fixture.hook(id).lastTaken()).contains(fixture.time.now());
    assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.NothingDue.class);
  }

  @Test
  void whileASecretIsRotatedBothSign() {
    var made = fixture.made(receiver.address());
    var id = made.hook().id();
    var rotated = (Hooks.Done.WithSecret) fixture.hooks.rotate(NEWS, ANA, id);
    test(id);
    fixture.tell(id);
    var both = receiver.next();
    assertThat(both.isSigned(made.secret().reveal())).isTrue();
    assertThat(both.isSigned(rotated.secret().reveal())).isTrue();

    fixture.time.pass(HookSecrets.OVERLAP);
    test(id);
    fixture.tell(id);
    var one = receiver.next();
    assertThat(one.isSigned(made.secret().reveal())).isFalse();
    assertThat(one.isSigned(rotated.secret().reveal())).isTrue();
  }

  /** An earlier version took it; nobody can ever be told anything there. */
  @Test
  void anAddressWithoutAPortThatThereCanBeIsDisabledAtOnce() {
    var id = fixture.made(receiver.address()).hook().id();
    fixture.database.write(handle ->
        handle.execute(
            "UPDATE hook SET url = 'https://example.com:99999/' WHERE id = ?", id.value()));
    event(id);

    fixture.tell(id);

    assertThat(fixture.hook(id).state()).isEqualTo(Hook.State.FAILING);
    assertThat(fixture.trail()).last().asString().contains("there is no port 99999");
  }

  @Test
  void whatIsRefusedIsTriedAgainUnderTheSameIdInEverLongerIntervals() {
    var id = fixture.made(receiver.address()).hook().id();
    var written = test(id);
    receiver.behave(answering(500));
    var waits = new ArrayList<Duration>();
    for (var wait : HookRetries.WAITS) {
      assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.Refused.class);
      var due = message(id).due().orElseThrow();
      waits.add(Duration.between(fixture.time.now(), due));
      assertThat(waits.getLast()).isBetween(wait, wait.plus(wait.dividedBy(10)));
      fixture.time.pass(waits.getLast().minusMillis(1));
      assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.NothingDue.class);
      fixture.time.pass(Duration.ofMillis(1));
    }
    assertThat(fixture.hook(id).failingSince()).isPresent();
    assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.Refused.class);
    assertThat(message(id).due()).isEmpty();
    assertThat(message(id))
        .matches(one -> !one.taken() && one.tries() == 10 && one.settled().isPresent());
    assertThat(fixture.hook(id).isEnabled()).as("it may want others").isTrue();
    for (var i = 0; i < 10; i++) {
      assertThat(receiver.next()).matches(one -> one.id().equals(written.name()));
    }

    receiver.behave(answering(200));
    test(id);
    assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.Taken.class);
    assertThat(fixture.hook(id).failingSince()).isEmpty();
    assertThat(fixture.hook(id).failure()).isEmpty();
  }

  @Test
  void whateverTakesNothingForFourDaysIsDisabledAndGoesOnWhenItIsEnabled() {
    var id = fixture.made(receiver.address()).hook().id();
    receiver.behave(answering(503));
    event(id);
    fixture.tell(id);
    fixture.time.pass(HookRetries.LONGEST.minusMillis(1));
    var late = event(id);
    fixture.tell(id);
    assertThat(fixture.hook(id).isEnabled()).isTrue();
    fixture.time.pass(Duration.ofMinutes(6));
    fixture.tell(id);
    assertThat(fixture.hook(id).state()).isEqualTo(Hook.State.FAILING);
    assertThat(fixture.trail())
        .last()
        .isEqualTo(
            "belfry webhook.disable Pager (127.0.0.1): it took nothing for 4 days (answered 503). Mend the program behind it, then enable it again");

    receiver.behave(answering(204));
    fixture.hooks.enable(NEWS, ANA, id);
    fixture.time.pass(Duration.ofHours(1));
    assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.Taken.class);
    assertThat(fixture.messages(id))
        .filteredOn(one -> one.id() == late.id())
        .allMatch(HookMessage::taken);
  }

  @Test
  void oneThatWasSentNothingForLongIsNotDisabledByTheFirstFailureOfAnEvent() {
    var id = fixture.made(receiver.address()).hook().id();
    receiver.behave(answering(503));
    test(id);
    for (var i = 0; i <= HookRetries.WAITS.size(); i++) {
      fixture.tell(id);
      message(id).due().ifPresent(due -> fixture.time.pass(between(due)));
    }
    assertThat(message(id).due()).as("given up").isEmpty();
    fixture.time.pass(Duration.ofDays(14));

    test(id);
    fixture.tell(id);
    assertThat(fixture.hook(id).isEnabled()).as("it is tried again").isTrue();
    fixture.time.pass(between(message(id).due().orElseThrow()));
    receiver.behave(answering(204));
    assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.Taken.class);
  }

  private Duration between(Instant due) {
    return Duration.between(fixture.time.now(), due);
  }

  @Test
  void aTestIsSentBeforeWhatHasWaitedForLong() {
    var id = fixture.made(receiver.address()).hook().id();
    for (var i = 0; i < 2 * HookPost.AT_ONCE; i++) {
      event(id);
    }
    fixture.time.pass(Duration.ofMinutes(1));
    var written = test(id);
    assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.Taken.class);
    assertThat(receiver.next().id()).isEqualTo(written.name());
    assertThat(receiver.waiting()).isZero();
  }

  @Test
  void anotherAddressBeginsAnew() {
    var id = fixture.made(receiver.address()).hook().id();
    receiver.behave(answering(503));
    test(id);
    fixture.tell(id);
    var failing = fixture.hook(id);
    var same = new Hooks.Wish("Other", failing.url().toString(), failing.events());
    fixture.hooks.change(NEWS, ANA, id, same);
    assertThat(fixture.hook(id).failingSince()).isEqualTo(failing.failingSince());
    var other = new Hooks.Wish("Other", "https://other.example", failing.events());
    fixture.hooks.change(NEWS, ANA, id, other);
    assertThat(fixture.hook(id).failingSince()).isEmpty();
    assertThat(fixture.hook(id).failure()).isEmpty();
  }

  @Test
  void whoeverAnswersThatItIsGoneIsToldNothingMore() {
    var id = fixture.made(receiver.address()).hook().id();
    receiver.behave(answering(410));
    test(id);
    fixture.tell(id);
    assertThat(fixture.hook(id).state()).isEqualTo(Hook.State.GONE);
    assertThat(fixture.trail())
        .last()
        .asString()
        .startsWith("belfry webhook.disable Pager (127.0.0.1): it answered 410");
  }

  /** What was refused at an address says nothing of the one that the webhook has meanwhile. */
  @Test
  void anAnswerOfTheOldAddressSaysNothingOfTheNewOne() {
    try (var elsewhere = new HookReceiver()) {
      var id = fixture.made(receiver.address()).hook().id();
      var events = fixture.hook(id).events();
      var wish = new Hooks.Wish("Pager", elsewhere.address().toString(), events);
      var written = test(id);
      receiver.behave(exchange -> {
        fixture.hooks.change(NEWS, ANA, id, wish);
        exchange.sendResponseHeaders(410, -1);
      });
      assertThat(fixture.tell(id)).isEqualTo(new HookPost.Told.Changed());
      assertThat(fixture.hook(id).isEnabled()).isTrue();
      assertThat(fixture.hook(id).failingSince()).isEmpty();
      assertThat(message(id).tries()).as("none at the new one").isZero();

      assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.Taken.class);
      assertThat(elsewhere.next().id()).isEqualTo(written.name());
    }
  }

  @Test
  void whatTheOldAddressTookIsTaken() {
    var id = fixture.made(receiver.address()).hook().id();
    var wish = new Hooks.Wish("Pager", "https://other.example", fixture.hook(id).events());
    test(id);
    receiver.behave(exchange -> {
      fixture.hooks.change(NEWS, ANA, id, wish);
      exchange.sendResponseHeaders(204, -1);
    });
    fixture.tell(id);
    assertThat(message(id).taken()).isTrue();
    assertThat(fixture.hook(id).lastTaken()).as("by the new one").isEmpty();
  }

  @Test
  void oneThatIsEnabledAgainMeanwhileIsNotDisabledForItsPast() {
    var id = fixture.made(receiver.address()).hook().id();
    receiver.behave(answering(503));
    event(id);
    for (var i = 0; i < 4; i++) {
      fixture.tell(id);
      message(id).due().ifPresent(due -> fixture.time.pass(between(due)));
    }
    fixture.time.pass(HookRetries.LONGEST);
    receiver.behave(exchange -> {
      fixture.hooks.disable(NEWS, ANA, id);
      fixture.hooks.enable(NEWS, ANA, id);
      exchange.sendResponseHeaders(503, -1);
    });
    fixture.tell(id);
    assertThat(fixture.hook(id).isEnabled()).isTrue();
    assertThat(fixture.hook(id).failingSince()).contains(fixture.time.now());
  }

  @Test
  void ofOneThatIsDeletedMeanwhileNothingIsSaid() {
    var id = fixture.made(receiver.address()).hook().id();
    event(id);
    receiver.behave(exchange -> {
      fixture.hooks.delete(NEWS, ANA, id);
      exchange.sendResponseHeaders(500, -1);
    });
    var hook = fixture.hook(id);
    try (var log = new Heard("belfry.hooks")) {
      assertThat(fixture.tell(hook)).isEqualTo(new HookPost.Told.Changed());
      assertThat(fixture.tell(hook)).as("it is gone").isEqualTo(new HookPost.Told.Changed());
      assertThat(log.words()).isEmpty();
    }
    assertThat(receiver.next()).isNotNull();
    assertThat(receiver.waiting()).as("sent once").isZero();
  }

  /** How long it asks to be left alone, in both forms, and never for longer than an hour. */
  @ParameterizedTest
  @CsvSource(
      value = {
        "429|600|600",
        "503|600|600",
        "503|Fri, 27 Nov 2026 09:10:00 GMT|600",
        "503|86400|3600",
        "503|2|5",
        "503|soon|5",
        "503|-1|5",
        "500|600|5",
        "301|600|5"
      },
      delimiter = '|')
  void whoeverAsksToBeLeftAloneIs(int status, String header, int seconds) {
    var id = fixture.made(receiver.address()).hook().id();
    event(id);
    receiver.behave(exchange -> {
      exchange.getResponseHeaders().set("Retry-After", header);
      exchange.sendResponseHeaders(status, -1);
    });
    fixture.tell(id);
    var wait = Duration.ofSeconds(seconds);
    assertThat(between(message(id).due().orElseThrow()))
        .isBetween(wait, wait.plus(wait.dividedBy(10)));
    assertThat(message(id).tries()).as("it counts").isEqualTo(1);
  }

  @Test
  void aRedirectIsNotFollowed() {
    try (var elsewhere = new HookReceiver()) {
      var id = fixture.made(receiver.address()).hook().id();
      receiver.behave(exchange -> {
        exchange.getResponseHeaders().set("Location", elsewhere.address().toString());
        exchange.sendResponseHeaders(307, -1);
      });
      test(id);
      assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.Refused.class);
      assertThat(message(id).answer()).isEqualTo("answered 307");
      assertThat(elsewhere.waiting()).isZero();
    }
  }

  @Test
  void whoeverGivesNoAnswerIsNotWaitedFor() {
    var ended = new CountDownLatch(1);
    var id = fixture.made(receiver.address()).hook().id();
    receiver.behave(_ -> ended.await());
    test(id);
    try (var post = fixture.posting(Duration.ofSeconds(2))) {
      assertThat(HooksFixture.tell(post, fixture.hook(id)))
          .isInstanceOf(HookPost.Told.Refused.class);
    }
    assertThat(message(id).answer()).isEqualTo("gave no answer in time");
    ended.countDown();
  }

  @Test
  void anEndlessAnswerIsNotRead() {
    var id = fixture.made(receiver.address()).hook().id();
    receiver.behave(exchange -> {
      exchange.sendResponseHeaders(200, 0);
      var much = new byte[64 * 1024];
      try (var body = exchange.getResponseBody()) {
        while (!Thread.currentThread().isInterrupted()) {
          body.write(much);
        }
      }
    });
    test(id);
    assertThat(fixture.tell(id)).as("its status counts").isInstanceOf(HookPost.Told.Taken.class);
  }

  @Test
  void whoeverIsNotThereIsTriedAgain() {
    URI nobody;
    try (var closed = new HookReceiver()) {
      nobody = closed.address();
    }
    var id = fixture.made(nobody).hook().id();
    test(id);
    assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.Refused.class);
    assertThat(message(id).answer()).startsWith("could not be reached: ");
    assertThat(message(id).due()).isPresent();
  }

  @Test
  void ofSeveralThoseThatWereNotTakenAreTriedAgain() {
    var id = fixture.made(receiver.address()).hook().id();
    var bad = event(id);
    var good = event(id);
    receiver.behave(exchange -> {
      var isBad = exchange.getRequestHeaders().getFirst("webhook-id").equals(bad.name());
      exchange.sendResponseHeaders(isBad ? 400 : 204, -1);
    });
    assertThat(fixture.tell(id)).isInstanceOf(HookPost.Told.Refused.class);
    assertThat(fixture.messages(id))
        .extracting(HookMessage::id, HookMessage::taken)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(good.id(), true),
            org.assertj.core.groups.Tuple.tuple(bad.id(), false));
    assertThat(fixture.hook(id).failingSince()).as("it takes some").isEmpty();
  }

  @Test
  void namesAreLookedUpInThreadsThatNobodyElseNeedsAndNotForLong() throws Exception {
    var ended = new CountDownLatch(1);
    var virtual = new CompletableFuture<Boolean>();
    DnsResolver never =
        new SystemDefaultDnsResolver() {
          @Override
          public InetAddress[] resolve(String host) throws UnknownHostException {
            virtual.complete(Thread.currentThread().isVirtual());
            try {
              ended.await();
            } catch (InterruptedException _) {
              Thread.currentThread().interrupt();
            }
            throw new UnknownHostException(host);
          }
        };
    var destinations = new Destinations(HookSettings.PUBLIC);
    var url = URI.create("https://pager.example/");
    var came = new CompletableFuture<HookClient.Result>();
    try (var client = new HookClient(destinations, Duration.ofMillis(200), never)) {
      Thread.startVirtualThread(() -> came.complete(client.post(url, Map.of(), "{}"))).join();
      assertThat(came.join().status()).isZero();
      assertThat(came.join().words()).endsWith("in time");
      assertThat(virtual.join()).isFalse();
    } finally {
      ended.countDown();
    }
  }

  @Test
  void whereTheOperatorPermitsNothingLoopbackIsNotReached() {
    var client = new HookClient(new Destinations(HookSettings.PUBLIC), Duration.ofSeconds(2));
    try (client) {
      for (var host : List.of("127.0.0.1", "localhost", "[::1]", "0.0.0.0")) {
        for (var scheme : List.of("http", "https")) {
          var url = URI.create(scheme + "://" + host + ":" + receiver.address().getPort() + "/");
          var result = client.post(url, Map.of(), "{}");
          assertThat(result.status()).as(url.toString()).isZero();
          assertThat(result.words()).as(url.toString()).contains("permits");
        }
      }
    }
    assertThat(receiver.waiting()).isZero();
  }
}
