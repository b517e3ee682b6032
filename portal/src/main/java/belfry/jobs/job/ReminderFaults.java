package belfry.jobs.job;

import belfry.base.Phrase;
import belfry.jobs.schedule.Fault;
import belfry.jobs.schedule.QuietHours;
import belfry.messages.Content;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalText;
import belfry.messages.Reminders;
import belfry.runs.recipients.PersonalRecipients;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What prevents reminders from being set with a draft. Pure. */
public final class ReminderFaults {
  private static final String WORDS = "acknowledge.reminders.markdown";
  private static final String TIMES = "acknowledge.reminders.times";

  public static final Fault NONE =
      new Fault(
          TIMES,
          Phrase.of(
              "reminders.none",
              "No reminder would be sent: each would be too early, or after the last day. Change the times or the last day."));

  private static final Fault QUIET =
      new Fault(
          TIMES,
          Phrase.of(
              "reminders.quiet",
              "Quiet hours would hold a reminder until after the last day, so it would not be sent. Change its time or the last day."));

  private ReminderFaults() {}

  /** Of their words; what the message itself suffers from is told there. */
  public static List<Fault> of(Draft draft) {
    var reminders = draft.reminders();
    if (!reminders.any() || reminders.markdown().isEmpty() || !ContentFaults.of(draft).isEmpty()) {
      return List.of();
    }
    var faults = new ArrayList<Fault>();
    ContentFaults.of(draft.reminder(reminders)).stream()
        .map(one -> new Fault(WORDS, one.phrase()))
        .forEach(faults::add);
    unknown(draft).ifPresent(faults::add);
    return faults;
  }

  /** A reminder knows of each person what their message used. */
  private static Optional<Fault> unknown(Draft draft) {
    var known = new ArrayList<>(PersonalRecipients.NAMES);
    var message = PersonalContent.of(draft.content());
    known.addAll(message.names().values());
    var keys = known.stream().map(PersonalText::key).toList();
    var words = PersonalContent.of(new Content(draft.reminders().markdown(), Optional.empty()));
    return words.names().entrySet().stream()
        .filter(name -> !keys.contains(name.getKey()))
        .findFirst()
        .map(name ->
            new Fault(
                WORDS,
                Phrase.of(
                    "reminders.unknownName",
                    "The message does not use {{name}}, so its values are not kept for a reminder. Leave it out.",
                    "name",
                    "{{" + name.getValue() + "}}")))
        .or(() -> words.lacksDefault(message).map(why -> new Fault(WORDS, why)));
  }

  /** Whether quiet hours hold one until it cannot be sent any more. */
  public static Optional<Fault> quiet(Reminders set, List<QuietHours.Held> held) {
    return set.end()
        .filter(end -> held.stream().anyMatch(one -> !one.until().isBefore(end)))
        .map(_ -> QUIET);
  }

  /** Whether any would be sent for a message that goes out at this moment. */
  public static Optional<Fault> at(Draft draft, Instant start) {
    var reminders = draft.reminders();
    return reminders.any() && reminders.after(start).isEmpty()
        ? Optional.of(NONE)
        : Optional.empty();
  }
}
