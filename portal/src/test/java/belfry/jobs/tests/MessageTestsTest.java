package belfry.jobs.tests;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.access.ActingPerson;
import belfry.jobs.JobsFixture;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobQuery;
import belfry.jobs.schedule.Fault;
import belfry.messages.AttachmentId;
import belfry.people.audience.Audience;
import belfry.people.groups.Groups;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.runs.DeletedRuns;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Tally;
import belfry.testing.Author;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of messages, sent to their authors, on a real database. */
@OnEngines
class MessageTestsTest extends JobsFixture {
  private static final Profile OLGA =
      new Profile(new PersonId("other"), "Olga Other", "olga@x.example", "");

  @Test
  void aTestOfWhatIsNotKeptMakesNoJobAndChangesNone() {
    var planned = scheduled();

    var test = run(tried("Hello, better"));

    assertThat(now(planned)).isEqualTo(planned);
    assertThat(house.jobs().counts(TestPortal.NEWS)).containsOnlyKeys("scheduled");
    assertThat(house.jobs().find(TestPortal.NEWS, test.job())).isEmpty();
    assertThat(test.kind()).isEqualTo(Run.Kind.TEST);
    assertThat(test.markdown()).isEqualTo("Hello, better");
    assertThat(house.runs().audience(test.id()))
        .isEqualTo(new Audience(List.of(new Audience.Person(SENDER.id(), SENDER.displayName()))));
    assertThat(trail()).containsExactly("job.test " + test.id() + " to sender");
  }

  @Test
  void itGoesToColleaguesWhoMaySendAndToNobodyElse() {
    var olga = new Author(house, OLGA);
    var stranger = simulator().directory().person(3);
    var to = List.of(named("sender"), at("OLGA@x.example"), named("other"));

    var test = run(tried(test("Hello", new MessageTestWish(to, Optional.empty()))));

    assertThat(house.runs().audience(test.id()).entries())
        .extracting(Audience.Entry::name)
        .containsExactly("Sam Sender", "Olga Other");
    assertThat(trail()).containsExactly("job.test " + test.id() + " to sender, other");
    assertThat(house.jobs().page(everyJob()).jobs()).isEmpty();

    var strangers = List.of(named("other"), at(stranger.email()));
    assertThat(test("Hello", new MessageTestWish(strangers, Optional.empty())))
        .isInstanceOfSatisfying(
            ChangeResult.Invalid.class,
            answer -> {
              assertThat(answer.faults()).extracting(Fault::field).containsExactly("to[1]");
              assertThat(answer.faults().getFirst().phrase().english())
                  .startsWith(stranger.email() + " may not send in ");
            });
    assertThat(house.access().remove(house.app(), "other", new ActingPerson(SENDER.id())))
        .isNotNull();
    assertThat(
            faults(test("Hello", new MessageTestWish(List.of(named("other")), Optional.empty()))))
        .containsExactly("to[0]");
    assertThatThrownBy(() -> new MessageTestWish(crowd(11), Optional.empty()))
        .hasMessage("A test goes to at most 10 people.");
    assertThat(olga.draft(everybody).isTested()).isFalse();
  }

  @Test
  void theRowsCarryTheValuesOfWhomeverItIsReadAs() {
    new Author(house, OLGA);
    var reader = simulator().directory().person(2);
    var markdown = "Dear {{firstName}}, *hello*";
    var wish = new MessageTestWish(List.of(named("other")), Optional.of(at(reader.email())));
    var draft = text(markdown);

    var test = run(tried(house.tests().of(sender, draft, wish, Optional.empty())));

    assertThat(test.markdown()).as("one template").isEqualTo(markdown);
    assertThat(test.progress().expanded()).isTrue();
    assertThat(test.progress().tally().pending()).isOne();
    assertThat(values(test.id()))
        .containsExactly("other {\"firstname\":\"%s\"}".formatted(reader.firstName()));
    assertThat(trail().getFirst()).contains(" to other as ").doesNotContain("Dear");
    settled(test.id());
    assertThat(agreed(house.writing().create(sender, draft, Optional.empty())).isTested()).isTrue();
  }

  @Test
  void whoeverDoesNotGetItLendsNoValues() {
    var nobody = new MessageTestWish(List.of(), Optional.of(at("nobody@x.example")));
    var reader = simulator().directory().person(2);
    var wish = new MessageTestWish(List.of(), Optional.of(at(reader.email())));
    var id = new Audience.Person(new PersonId(simulator().directory().personId(2)), "x");
    var without = Author.text("Hi", new Audience(everybody.entries(), List.of(id)));

    assertThat(words(house.tests().of(sender, text("Hi"), nobody, Optional.empty())))
        .containsExactly(
            "as Webex finds nobody with the address nobody@x.example in your organization. Check"
                + " it.");
    assertThat(words(test("Hi", wish)))
        .singleElement()
        .asString()
        .startsWith("as ")
        .endsWith(" is not in the audience. Choose one of its people.");
    assertThat(words(house.tests().of(sender, without, wish, Optional.empty())))
        .singleElement()
        .asString()
        .endsWith(" is left out of the audience. Choose somebody who gets it.");
    assertThat(words(house.tests().of(sender, text("Hi {{desk}}"), wish, Optional.empty())))
        .singleElement()
        .asString()
        .startsWith("as No value of desk is known for ")
        .endsWith("or add a default, like {{desk|…}}.");
    assertThat(house.runs().open(TestPortal.NEWS)).isEmpty();
  }

  @Test
  void whatArrivedAsATestCountsAsTestedWhenItIsKept() {
    var stranger = new Author(house, OLGA);
    var test = tried("Hello");
    assertThat(draft().isTested()).as("it is on its way still").isFalse();

    arrived(test);

    var kept = draft();
    assertThat(kept.isTested()).isTrue();
    assertThat(stranger.draft(everybody).isTested()).as("who has not seen it").isFalse();
    var changed = agreed(edit(kept, "Hello?"));
    assertThat(changed.isTested()).isFalse();
    arrived(tried("Hello!"));
    assertThat(agreed(edit(changed, "Hello!")).isTested()).isTrue();
  }

  @Test
  void aTestOfAJobIsOfItAsItIsKept() {
    var job = draft();

    var test =
        run(
            tried(
                house
                    .tests()
                    .of(
                        sender,
                        job.id(),
                        Optional.empty(),
                        MessageTestWish.OWN,
                        Optional.empty())));
    assertThat(test.job()).isEqualTo(job.id());
    assertThat(test.content()).isEqualTo(job.draft().content());
    assertThat(now(job)).isEqualTo(job);
    var unseen = Optional.of(job.revision() + 1);
    assertThat(house.tests().of(sender, job.id(), unseen, MessageTestWish.OWN, Optional.empty()))
        .isInstanceOf(ChangeResult.Stale.class);

    arrived(test.id());
    assertThat(now(job).isTested()).isTrue();
  }

  @Test
  void theSameRequestAgainIsTheSameTest() {
    var first = tried(test("Hello", Optional.empty(), Optional.of("t")));

    assertThat(tried(test("Hello", Optional.empty(), Optional.of("t")))).isEqualTo(first);
    assertThat(house.runs().open(TestPortal.NEWS)).hasSize(1);
    assertThat(test("Another", Optional.empty(), Optional.of("t")))
        .isInstanceOf(ChangeResult.Refused.class);
    assertThat(
            house
                .tests()
                .of(sender, draft().id(), Optional.empty(), MessageTestWish.OWN, Optional.of("t")))
        .isInstanceOf(ChangeResult.Refused.class);
  }

  @Test
  void whatCannotGoOutIsNotTried() {
    assertThat(faults(test(" ", Optional.empty(), Optional.empty()))).containsExactly("markdown");
    assertThat(faults(test("é".repeat(4_000), Optional.of(new AttachmentId(1)), Optional.empty())))
        .containsExactly("markdown", "attachment");
    assertThat(house.runs().open(TestPortal.NEWS)).isEmpty();
  }

  @Test
  void someTestsOfOnePersonAreOnTheirWayAtMost() {
    var other = new Author(house, OLGA);
    var first = tried("Hello");
    for (var i = 1; i < MessageTests.MOST_OPEN; i++) {
      tried("Hello " + i);
    }

    assertThat(test("Too many", Optional.empty(), Optional.empty()))
        .isInstanceOfSatisfying(
            ChangeResult.Refused.class,
            refused -> assertThat(refused.why().english()).contains("5 of your tests"));
    tried(
        house
            .tests()
            .of(
                other.actor(),
                content("Hello", Optional.empty()),
                MessageTestWish.OWN,
                Optional.empty()));
    arrived(first);
    tried("One more");
  }

  @Test
  void itsFileStaysAsLongAsItGoesOnAndNothingOfItIsLeftADayLater() {
    var file = house.attachments().add(TestPortal.NEWS, SENDER.id(), "a.txt", "", bytes()).id();
    var test = tried(test("Hello", Optional.of(file), Optional.empty()));
    var deleted = new DeletedRuns(house.database(), time);

    time.pass(Duration.ofDays(8));
    assertThat(forgetFiles()).isZero();
    assertThat(deleted.step()).isFalse();

    arrived(test);
    assertThat(forgetFiles()).isOne();
    assertThat(deleted.step()).as("its message may still be met").isFalse();
    time.pass(Duration.ofDays(1).plusMillis(1));
    assertThat(deleted.step()).isTrue();
    assertThat(house.runs().find(test)).isEmpty();
    assertThat(deleted.step()).isFalse();
  }

  // ------------------------------------------------------------------------------------------

  private ChangeResult test(
      String markdown, Optional<AttachmentId> file, Optional<String> requestId) {
    return house.tests().of(sender, content(markdown, file), MessageTestWish.OWN, requestId);
  }

  private static Draft content(String markdown, Optional<AttachmentId> file) {
    return Author.text(markdown, file, Audience.NOBODY, Optional.empty());
  }

  private ChangeResult test(String markdown, MessageTestWish wish) {
    return house.tests().of(sender, content(markdown, Optional.empty()), wish, Optional.empty());
  }

  private static Groups.Reference named(String id) {
    return new Groups.Reference(Optional.of(id), Optional.empty());
  }

  private static Groups.Reference at(String email) {
    return new Groups.Reference(Optional.empty(), Optional.of(email));
  }

  private static List<Groups.Reference> crowd(int size) {
    return IntStream.range(0, size).mapToObj(i -> named("p" + i)).toList();
  }

  private static JobQuery everyJob() {
    return new JobQuery(
        TestPortal.NEWS, List.of(), Optional.empty(), Optional.empty(), "", Optional.empty(), 10);
  }

  private static List<String> words(ChangeResult answer) {
    assertThat(answer).isInstanceOf(ChangeResult.Invalid.class);
    return ((ChangeResult.Invalid) answer)
        .faults().stream().map(one -> one.field() + " " + one.phrase().english()).toList();
  }

  private List<String> values(RunId test) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT target, personal FROM recipient WHERE run = ?")
                .bind(0, test.value())
                .map((row, _) -> row.getString("target") + " " + row.getString("personal"))
                .list());
  }

  private RunId tried(String markdown) {
    return tried(test(markdown, Optional.empty(), Optional.empty()));
  }

  private static RunId tried(ChangeResult answer) {
    assertThat(answer).isInstanceOf(ChangeResult.Tried.class);
    return ((ChangeResult.Tried) answer).test();
  }

  private static List<String> faults(ChangeResult answer) {
    assertThat(answer).isInstanceOf(ChangeResult.Invalid.class);
    return ((ChangeResult.Invalid) answer).faults().stream().map(Fault::field).toList();
  }

  private ChangeResult edit(Job job, String markdown) {
    return house.writing().edit(sender, job.id(), job.revision(), text(markdown), Optional.empty());
  }

  private Run run(RunId id) {
    return house.runs().find(id).orElseThrow();
  }

  /** Its only recipient has the message. */
  private void arrived(RunId test) {
    var settled =
        house
            .database()
            .write(handle -> {
              var run = run(test);
              var tally = new Tally(0, 0, 0, 0, 0, 1, 0, 0);
              house.runs().expanded(handle, test, tally, List.of());
              house.runs().count(handle, test, tally, 1, 0, time.now());
              return house.closed().close(handle, run);
            });
    assertThat(settled).isTrue();
  }

  /** The only recipient of a test whose rows are written has the message. */
  private void settled(RunId test) {
    house
        .database()
        .write(handle -> {
          house.runs().count(handle, test, new Tally(-1, 0, 0, 0, 0, 1, 0, 0), 1, 0, time.now());
          return house.closed().close(handle, run(test));
        });
  }

  private static ByteArrayInputStream bytes() {
    return new ByteArrayInputStream(new byte[] {1});
  }

  private List<String> trail() {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT action, object, detail FROM audit WHERE action = 'job.test'")
                .map((row, _) ->
                    "%s %s %s"
                        .formatted(
                            row.getString("action"),
                            row.getString("object"),
                            row.getString("detail")))
                .list());
  }
}
