package belfry.answers;

import belfry.answers.ReceivedAnswer.Done;
import belfry.answers.ReceivedAnswer.Kind;
import belfry.messages.Acknowledgement;
import belfry.runs.Acknowledgements;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Recognizes the answers by which people acknowledge an announcement that asks for it. Such an
 * answer needs nobody's attention, so it is done from the beginning, as other presses are.
 */
final class AcknowledgedAnswers implements AnswerListener {
  @Override
  public void answered(Handle handle, ReceivedAnswer answer) {
    if (!asked(handle, answer).map(how -> isOne(how, answer.said())).orElse(false)) {
      return;
    }
    Acknowledgements.add(handle, answer.about().run(), answer.from().id(), answer.written());
    if (answer.done().isEmpty()) {
      AnswerStore.done(handle, answer, new Done(answer.received(), Optional.empty(), ""));
    }
  }

  private static Optional<Acknowledgement> asked(Handle handle, ReceivedAnswer answer) {
    return handle
        .createQuery("SELECT acknowledge FROM job WHERE id = ?")
        .bind(0, answer.about().job().value())
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
