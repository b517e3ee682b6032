package belfry.answers;

import belfry.answers.ReceivedAnswer.Done;
import belfry.answers.ReceivedAnswer.Kind;
import belfry.messages.Acknowledgement;
import belfry.runs.Acknowledgements;
import belfry.runs.ids.RunId;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Recognizes the answers by which people acknowledge an announcement that asks for it. Such an
 * answer needs nobody's attention, so it is done from the beginning, as other presses are.
 */
final class AcknowledgedAnswers implements AnswerListener {
  /** Of reminders of reminders. */
  private static final int MOST_REMINDERS = 20;

  private static final String WAITING =
      """
      WITH RECURSIVE asking (asked, run, reminders) AS (
        SELECT id, id, 1 FROM run WHERE id IN (<runs>)
        UNION ALL
        SELECT asking.asked, run.reminds, asking.reminders + 1
        FROM asking JOIN run ON run.id = asking.run
        WHERE run.reminds IS NOT NULL AND asking.reminders < :most)
      SELECT asking.asked, job.id, job.app, job.acknowledge
      FROM asking
        JOIN run ON run.id = asking.run
        JOIN job ON job.id = run.job AND job.acknowledge <> ''
        JOIN recipient r ON r.run = run.id AND r.target IN (<targets>)
      WHERE r.kind = 'person' AND r.acknowledged IS NULL AND COALESCE(r.followed, '') <> 'recalled'
      """;

  @Override
  public void answered(Handle handle, ReceivedAnswer answer) {
    var runs = reminded(handle, answer.about().run());
    if (!isOne(handle, runs, answer)) {
      return;
    }
    runs.forEach(run -> Acknowledgements.add(handle, run, answer.from().id(), answer.written()));
    if (answer.done().isEmpty()) {
      AnswerStore.done(handle, answer, new Done(answer.received(), Optional.empty(), ""));
    }
  }

  /**
   * Which of these runs ask for these words, themselves or by what they remind of, and wait for
   * them from this person; not what was recalled from them.
   *
   * @param targets everything under which this person may be a recipient
   */
  static Set<RunId> waiting(
      Handle handle, Collection<RunId> runs, Set<String> targets, String words) {
    if (runs.isEmpty() || words.isBlank()) {
      return Set.of();
    }
    return handle
        .createQuery(WAITING)
        .bindList("runs", runs.stream().map(RunId::value).toList())
        .bindList("targets", List.copyOf(targets))
        .bind("most", MOST_REMINDERS)
        .map(UnreadableRows.part("job", Asking::read))
        .stream()
        .flatMap(Optional::stream)
        .filter(one -> one.how.filter(how -> how.isWord(words)).isPresent())
        .map(Asking::run)
        .collect(Collectors.toSet());
  }

  /** How a run, or what it reminds of, asks to be acknowledged. */
  private record Asking(RunId run, Optional<Acknowledgement> how) {
    static Asking read(ResultSet row) throws SQLException {
      return new Asking(
          new RunId(row.getLong("asked")), Acknowledgement.read(row.getString("acknowledge")));
    }
  }

  /** Whether this is how somebody acknowledges what it is an answer to. */
  static boolean isOne(Handle handle, ReceivedAnswer answer) {
    return isOne(handle, reminded(handle, answer.about().run()), answer);
  }

  private static boolean isOne(Handle handle, List<RunId> runs, ReceivedAnswer answer) {
    return runs.stream()
        .flatMap(run -> asked(handle, run).stream())
        .anyMatch(how -> isOne(how, answer.said()));
  }

  /** A run, and what it reminds of: whoever acknowledges a reminder acknowledges all of them. */
  private static List<RunId> reminded(Handle handle, RunId run) {
    return Stream.iterate(
            Optional.of(run),
            Optional::isPresent,
            one -> one.flatMap(id -> Acknowledgements.reminds(handle, id)))
        .flatMap(Optional::stream)
        .limit(MOST_REMINDERS)
        .toList();
  }

  private static Optional<Acknowledgement> asked(Handle handle, RunId run) {
    return handle
        .createQuery(
            "SELECT job.acknowledge FROM run JOIN job ON job.id = run.job WHERE run.id = ?")
        .bind(0, run.value())
        .mapTo(String.class)
        .findOne()
        .flatMap(Acknowledgement::read);
  }

  private static boolean isOne(Acknowledgement how, ReceivedAnswer.Said said) {
    return said.kind() == Kind.PRESS
        ? how.hasButton() && Acknowledgement.isPress(said.inputs())
        : how.isWord(said.text());
  }
}
