package belfry.answers;

import belfry.answers.ReceivedAnswer.Said;
import belfry.messages.Content;
import belfry.people.audience.Audience;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.testing.TestPortal;
import java.time.Instant;
import java.util.Optional;

/** Announcements as rows, sent or not, in a database that nobody sends from. */
final class AnswersFixture {
  static final Instant NOW = Instant.parse("2026-11-25T09:00:00Z");

  private final Database database;
  private long jobs = 100;

  AnswersFixture(Database database) {
    this.database = database;
  }

  /** A message of a run of its own. */
  record Sent(Announcement announcement, String messageId) {
    RunId run() {
      return announcement.run();
    }
  }

  /** An announcement that the platform dated at this time. */
  Sent sent(String target, Instant at) {
    return row(target, "sent", Optional.of(at), Run.Kind.JOB);
  }

  /** An announcement whose recipient is in this state. */
  Sent inState(String target, String state, Instant at) {
    return row(target, state, Optional.of(at), Run.Kind.JOB);
  }

  Sent test(String target, Instant at) {
    return row(target, "sent", Optional.of(at), Run.Kind.TEST);
  }

  private Sent row(String target, String state, Optional<Instant> at, Run.Kind kind) {
    var run = Run.test(TestPortal.NEWS, new Content("Hello", Optional.empty()), person("ana"), NOW);
    var job = jobs++;
    var message = state.equals("sent") ? "M" + run.id() : null;
    database.write(handle -> {
      Runs.insert(handle, run, Audience.NOBODY, NOW);
      handle.execute(
          "UPDATE run SET kind = ?, job = ?, card = '{}' WHERE id = ?",
          kind == Run.Kind.JOB ? "job" : "test",
          job,
          run.id().value());
      handle.execute(
          """
          INSERT INTO job (id, app, revision, state, author, author_name, title, search_key, markdown, audience,
            people, spaces, local_time, zone, on_unknown, tested, created, changed, list_rank, list_at)
          VALUES (?, 'news', 1, 'finished', 'ana', 'Ana', 'Hello', '', 'Hello', '{}', 1, 0, '', '', 'hold', '', 0, 0, 0, 0)
          """,
          job);
      return handle.execute(
          """
          INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt, message_id, intent_at, dated)
          VALUES (?, 3, 'person', ?, 'Lars Berg', '', 'lars@northwind.example', ?, 1, ?, ?, ?)
          """,
          run.id().value(),
          target,
          state,
          message,
          at.orElse(NOW).minusMillis(50),
          message == null ? null : at.orElse(null));
    });
    return new Sent(
        new Announcement(new belfry.runs.ids.JobId(job), run.id(), 3),
        message == null ? "" : message);
  }

  static PersonId person(String id) {
    return new PersonId(id);
  }

  static ReceivedAnswer written(Sent to, String source, String person, String text) {
    return answer(to, source, person, Said.written(text, 0));
  }

  static ReceivedAnswer answer(Sent to, String source, String person, Said said) {
    return ReceivedAnswer.now(
        TestPortal.NEWS,
        source,
        to.announcement(),
        new Answerer(person(person), "Lars Berg", "lars@northwind.example"),
        said,
        NOW,
        NOW);
  }
}
