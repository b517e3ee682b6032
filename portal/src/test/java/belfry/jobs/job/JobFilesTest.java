package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.jobs.JobsFixture;
import belfry.jobs.schedule.Fault;
import belfry.jobs.tests.MessageTestWish;
import belfry.messages.Attachment;
import belfry.messages.AttachmentId;
import belfry.messages.Attachments;
import belfry.messages.Content;
import belfry.testing.Author;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The files that go with jobs: kept as they came, and forgotten in time, on a real database. */
@OnEngines
class JobFilesTest extends JobsFixture {
  private static final byte[] BYTES = {0, 1, -1, 127, -128, 10, 13};

  @Test
  void aFileGoesWithAJobItsCopiesAndItsRuns() {
    var file = attach("Übersicht.pdf", "application/PDF; x=y");
    var job = agreed(house.writing().create(sender, with(file.id()), Optional.empty()));
    var copy =
        agreed(house.writing().duplicate(sender, job.id(), Optional.empty(), Optional.empty()));
    assertThat(copy.attachment()).contains(file.id());
    assertThat(now(job).isTested()).isFalse();

    agreed(house.runNow(sender, job.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    startDue();

    assertThat(run(job).content()).isEqualTo(new Content("Hello", Optional.of(file.id())));
    assertThat(house.attachments().find(TestPortal.NEWS, file.id()).orElseThrow())
        .isEqualTo(new Attachment(file.id(), "Übersicht.pdf", "application/pdf", BYTES.length))
        .isEqualTo(file);
    assertThat(house.attachments().find(TestPortal.ALERTS, file.id()))
        .as("another app's")
        .isEmpty();
  }

  @Test
  void aLargeFileIsWrittenPieceByPieceAsItWas() throws Exception {
    var bytes = new byte[700_001];
    new SplittableRandom(1).nextBytes(bytes);
    var file = add("a.bin", "", bytes);
    var out = new ByteArrayOutputStream();

    house.attachments().write(file, out);

    assertThat(out.toByteArray()).isEqualTo(bytes);
    assertThat(file.size()).isEqualTo(bytes.length);

    time.pass(Duration.ofDays(8));
    assertThat(forgetFiles()).isOne();
    assertThatThrownBy(() -> house.attachments().write(file, out))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a.bin is not here any more");
  }

  @Test
  void anotherFileIsAnotherContent() {
    var plain = new Content("Hello", Optional.empty());
    var one = new Content("Hello", Optional.of(attach("a.txt", "text/plain").id()));
    var other = new Content("Hello", Optional.of(attach("a.txt", "text/plain").id()));

    assertThat(List.of(plain.digest(), one.digest(), other.digest())).doesNotHaveDuplicates();
    assertThat(one.looksLike(other)).as("in what the platform lists").isTrue();
    assertThat(one.looksLike(plain)).isFalse();
  }

  @Test
  void aFileIsForgottenOnlyWhenNothingHasReferredToItForAWeek() {
    var lonely = attach("lonely.txt", "text/plain");
    var used = attach("used.txt", "text/plain");
    var tested = attach("tested.txt", "text/plain");
    var job = agreed(house.writing().create(sender, with(used.id()), Optional.empty()));
    var trial = agreed(house.writing().create(sender, with(tested.id()), Optional.empty()));
    assertThat(
            house
                .tests()
                .of(sender, trial.id(), Optional.empty(), MessageTestWish.OWN, Optional.empty()))
        .isInstanceOf(ChangeResult.Tried.class);
    assertThat(house.writing().delete(sender, trial.id(), Optional.empty(), Optional.empty()))
        .isInstanceOf(ChangeResult.Deleted.class);

    time.pass(Duration.ofDays(6));
    assertThat(forgetFiles()).isZero();
    time.pass(Duration.ofDays(2));
    assertThat(forgetFiles()).isOne();
    assertThat(house.attachments().find(TestPortal.NEWS, lonely.id())).isEmpty();
    assertThat(house.attachments().find(TestPortal.NEWS, used.id())).isPresent();
    assertThat(house.attachments().find(TestPortal.NEWS, tested.id()))
        .as("a test goes on")
        .isPresent();

    var edited =
        house.writing().edit(sender, job.id(), job.revision(), with(lonely.id()), Optional.empty());
    assertThat(edited)
        .isInstanceOfSatisfying(
            ChangeResult.Invalid.class,
            invalid ->
                assertThat(invalid.faults())
                    .extracting(Fault::field)
                    .containsExactly("attachment"));
    assertThat(now(job).attachment()).contains(used.id());
    assertThat(house.checking().check(house.app(), with(lonely.id())).faults())
        .extracting(Fault::field)
        .contains("attachment");
  }

  @Test
  void aFilesNameAndTypeAreWhatAnybodysMachineCanKeep() {
    assertThat(attach("C:\\reports\\2026\\a\"b\n.pdf", "no type at all").name())
        .isEqualTo("a_b_.pdf");
    assertThat(attach("bill\u202Efdp.exe", "").name()).isEqualTo("billfdp.exe");
    assertThat(attach("x".repeat(400) + ".pdf", "").name()).hasSize(150).endsWith("x.pdf");
    assertThat(attach("a", "no type at all").type()).isEqualTo("application/octet-stream");
    assertThat(Attachments.fault("a/..", 1))
        .hasValueSatisfying(why -> assertThat(why.english()).contains("name"));
    assertThat(Attachments.fault("a", 0))
        .hasValueSatisfying(why -> assertThat(why.english()).contains("empty"));
  }

  private Attachment attach(String name, String type) {
    return add(name, type, BYTES);
  }

  private Attachment add(String name, String type, byte[] bytes) {
    return house
        .attachments()
        .add(TestPortal.NEWS, SENDER.id(), name, type, new ByteArrayInputStream(bytes));
  }

  private Draft with(AttachmentId file) {
    return Author.text("Hello", Optional.of(file), everybody, Optional.empty());
  }
}
