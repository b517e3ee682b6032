package belfry.web.frame;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.access.Role;
import belfry.apps.App;
import belfry.base.Feed;
import belfry.base.Secret;
import belfry.http.Reply;
import belfry.platform.ids.PersonId;
import belfry.signin.Session;
import belfry.testing.ManualTime;
import belfry.testing.TestPortal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An event stream as openapi.yaml describes it, in time that the test owns. */
class LiveTest {
  private static final App NEWS =
      new App(TestPortal.NEWS, "Company News", new Secret("bot-token"), List.of(), 230);

  private static final Caller READER =
      Caller.of(
          NEWS,
          new Credential.OfSession(
              new Session(
                  "hash",
                  new PersonId("ana-id"),
                  "Ana Lopez",
                  Instant.MAX,
                  true,
                  "",
                  Instant.EPOCH)),
          new LinkedHashMap<>(Map.of(NEWS, Role.SENDER)));
  private static final String RETRY = "retry: 2000\n\n";
  private static final String COMMENT = ":\n\n";
  private static final String END = "event: end\ndata: {}\n\n";

  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private final Feed feed = new Feed();
  private final AtomicBoolean removed = new AtomicBoolean();
  private final Live live = new Live(caller -> caller.equals(READER) && !removed.get(), feed, time);

  /** What reached the reader, and how long after the beginning. */
  private record Sent(Duration after, String text) {}

  private static Sent sent(long millis, String text) {
    return new Sent(Duration.ofMillis(millis), text);
  }

  private static String data(int number) {
    return "data: " + number + "\n\n";
  }

  /** Counts as sent only what was flushed. */
  private final class Reader extends ByteArrayOutputStream {
    private final List<Sent> sent = new ArrayList<>();

    @Override
    public void flush() {
      sent.add(new Sent(Duration.ofNanos(time.nanos()), toString(StandardCharsets.UTF_8)));
      reset();
    }
  }

  private List<Sent> follow(Supplier<Optional<Object>> view) throws IOException {
    var reader = new Reader();
    var reply = live.stream(READER, "numbers", view);
    ((Reply.Body.Stream) reply.body()).writer().to(reader);
    return reader.sent;
  }

  /** Shows these in turn, then nothing; there is always news, so that nobody waits for it. */
  private Supplier<Optional<Object>> inTurn(List<Integer> numbers) {
    var left = new ArrayDeque<Object>(numbers);
    return () -> {
      feed.publish("news");
      return Optional.ofNullable(left.poll());
    };
  }

  private static List<Integer> times(int count, int number) {
    return Collections.nCopies(count, number);
  }

  @Test
  void itSaysWhenToComeBackThenShowsTheViewAndEndsWhenThereIsNone() throws IOException {
    assertThat(follow(inTurn(List.of(1))))
        .containsExactly(sent(0, RETRY), sent(0, data(1)), sent(250, END));
  }

  @Test
  void aViewIsSentOnlyWhenItChanged() throws IOException {
    assertThat(follow(inTurn(List.of(1, 1, 1, 2, 2, 1))))
        .extracting(Sent::text)
        .containsExactly(RETRY, data(1), data(2), data(1), END);
  }

  @Test
  void whatChangesAllTheTimeIsSentFourTimesASecond() throws IOException {
    var all = follow(inTurn(IntStream.rangeClosed(1, 40).boxed().toList()));

    assertThat(all.subList(1, all.size() - 1))
        .isEqualTo(
            IntStream.rangeClosed(1, 40)
                .mapToObj(each -> sent((each - 1) * 250L, data(each)))
                .toList());
  }

  @Test
  void aCommentComesWhenNothingWasSentForTwoSecondsSoThatWhoeverLeftIsNoticed() throws IOException {
    var views = Stream.of(times(20, 1), times(20, 2)).flatMap(List::stream).toList();

    assertThat(follow(inTurn(views)))
        .containsExactly(
            sent(0, RETRY),
            sent(0, data(1)),
            sent(2_000, COMMENT),
            sent(4_000, COMMENT),
            sent(5_000, data(2)),
            sent(7_000, COMMENT),
            sent(9_000, COMMENT),
            sent(10_000, END));
  }

  @Test
  void whoMayNotReadItAnyMoreIsShownNothingMoreWithinTwoSeconds() throws IOException {
    var views = inTurn(IntStream.rangeClosed(1, 40).boxed().toList());

    var all =
        follow(() -> {
          removed.set(time.nanos() >= Duration.ofSeconds(3).toNanos());
          return views.get();
        });

    assertThat(all).endsWith(sent(3_750, data(16)), sent(4_000, END));
  }

  @Test
  void theEndOfThePortalIsNotTheEndOfTheViewSoThatItsReaderComesBack() throws IOException {
    var views = inTurn(List.of(1, 2, 3));

    var all =
        follow(() -> {
          live.close();
          return views.get();
        });

    assertThat(all).containsExactly(sent(0, RETRY), sent(0, data(1)));
  }

  @Test
  void withoutNewsItLooksNoSecondTime() throws IOException {
    // Whoever waits with this flag up is woken at once.
    Thread.currentThread().interrupt();
    var views = new ArrayDeque<Object>(List.of(1, 2));

    var all = follow(() -> Optional.ofNullable(views.poll()));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(all).containsExactly(sent(0, RETRY), sent(0, data(1)));
  }
}
