package belfry.web.drafts;

import belfry.base.Bare;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.http.Problem;
import belfry.messages.Acknowledgement;
import belfry.messages.Reminders;
import belfry.web.frame.Views;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How readers are asked to acknowledge a message, as callers send it. */
public record AcknowledgeForm(
    @Nullable String button, @Nullable String word, @Nullable ReminderForm reminders) {

  /** Absent: unchanged. Empty: nobody is asked. */
  public static Optional<Acknowledgement> read(
      @Nullable AcknowledgeForm form, Optional<Acknowledgement> otherwise) {
    if (form == null) {
      return otherwise;
    }
    var errors = new ArrayList<Problem.FieldError>();
    var asked =
        new Acknowledgement(
            line("acknowledge.button", form.button, errors),
            line("acknowledge.word", form.word, errors),
            ReminderForm.read(
                form.reminders,
                "acknowledge.reminders",
                otherwise
                    .map(Acknowledgement::reminders)
                    .filter(Reminders::any)
                    .map(Reminders::zone),
                errors));
    if (asked.isEmpty() && asked.reminders().any()) {
      errors.add(
          Problem.FieldError.of(
              "acknowledge.reminders",
              Phrase.of(
                  "reminders.notAsked",
                  "The message does not ask to be acknowledged. Choose a button or a word first.")));
    }
    if (!errors.isEmpty()) {
      throw Problem.invalid(errors).thrown();
    }
    return asked.isEmpty() ? Optional.empty() : Optional.of(asked);
  }

  private static String line(
      String field, @Nullable String words, ArrayList<Problem.FieldError> errors) {
    var line = words == null ? "" : Bare.line(words);
    if (!Shortened.isShort(line, Acknowledgement.LONGEST)) {
      errors.add(
          Problem.FieldError.of(
              field,
              Phrase.of(
                  "acknowledge.tooLong",
                  "This has more than {{most}} characters. Shorten it.",
                  "most",
                  Acknowledgement.LONGEST)));
    }
    return line;
  }

  /** The same as callers get it. */
  public record View(
      Optional<String> button, Optional<String> word, Optional<ReminderForm.View> reminders) {
    public static View of(Acknowledgement asked) {
      return new View(
          Views.present(asked.button()),
          Views.present(asked.word()),
          Optional.of(asked.reminders()).filter(Reminders::any).map(ReminderForm.View::of));
    }
  }
}
