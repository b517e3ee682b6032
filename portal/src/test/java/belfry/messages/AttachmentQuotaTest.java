package belfry.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.apps.AppName;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.TestSqlite;
import belfry.testing.ManualTime;
import belfry.testing.TestPortal;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody fills the disk with files. */
class AttachmentQuotaTest {
  @TempDir Path directory;
  private Database database;

  @BeforeEach
  void open() {
    database = TestSqlite.open(directory);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Attachments attachments(Attachments.Quota quota) {
    return new Attachments(database, ManualTime.at("2026-11-27T09:00:00Z"), quota);
  }

  private static Attachment add(Attachments to, String app, String person) {
    return to.add(
        new AppName(app),
        new PersonId(person),
        "a.txt",
        "text/plain",
        new ByteArrayInputStream(new byte[1_000]));
  }

  @Test
  void onePersonHasTheirShareInEachApp() {
    var files = attachments(new Attachments.Quota(2_500, 100_000));
    add(files, "news", "ana");
    add(files, "news", "ana");

    assertThatThrownBy(() -> add(files, "news", "ana"))
        .isInstanceOf(Attachments.QuotaExceeded.class)
        .hasMessageContaining("Delete drafts");
    assertThat(add(files, "news", "ben")).isNotNull();
    assertThat(add(files, "alerts", "ana")).isNotNull();
  }

  @Test
  void allTogetherHaveTheirs() {
    var files = attachments(new Attachments.Quota(2_500, 2_500));
    add(files, "news", "ana");
    add(files, "news", "ben");

    assertThatThrownBy(() -> add(files, "news", "cleo"))
        .isInstanceOf(Attachments.QuotaExceeded.class)
        .hasMessageContaining("the people who run this portal");
    assertThat(kept()).as("nothing of it stays").isEqualTo(2);
  }

  @Test
  void betweenTwoOthersWriteForAsLongAsTheFirstTook() {
    var time = ManualTime.at("2026-11-27T09:00:00Z");
    var files = new Attachments(database, time, new Attachments.Quota(100_000, 100_000));
    var slow =
        new ByteArrayInputStream(new byte[1_000]) {
          @Override
          public synchronized int read(byte[] to, int from, int length) {
            time.pass(Duration.ofMillis(300));
            return super.read(to, from, length);
          }
        };
    files.add(TestPortal.NEWS, new PersonId("ana"), "a.txt", "text/plain", slow);
    var took = Duration.between(Instant.parse("2026-11-27T09:00:00Z"), time.now());

    time.pass(Duration.ofMillis(100));
    add(files, "news", "ben");

    assertThat(time.rests()).containsExactly(took.minusMillis(100));
  }

  private int kept() {
    return database.read(handle ->
        handle
            .createQuery("SELECT COUNT(DISTINCT attachment) FROM attachment_piece")
            .mapTo(Integer.class)
            .one());
  }
}
