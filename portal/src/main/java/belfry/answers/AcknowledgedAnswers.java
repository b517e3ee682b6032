package belfry.answers;

import belfry.answers.ReceivedAnswer.Done;
import belfry.answers.ReceivedAnswer.Kind;
import belfry.messages.Acknowledgement;
import belfry.runs.Acknowledgements;
import belfry.runs.ids.RunId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Recognizes the answers by which people acknowledge an announcement that asks for it. Such an
 * answer needs nobody's attention, so it is done from the beginning, as other presses are.
 */
final class AcknowledgedAnswers implements AnswerListener {
  /** Of reminders of reminders. */
  private static final int MOST_REMINDERS = 20;

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
