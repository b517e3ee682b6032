package belfry.jobs.checking;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.jobs.job.Consent;
import belfry.jobs.job.ContentFaults;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.jobs.job.References;
import belfry.jobs.job.ReminderFaults;
import belfry.jobs.schedule.Fault;
import belfry.messages.Attachments;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalText;
import belfry.messages.PersonalValues;
import belfry.people.audience.Audience;
import belfry.people.audience.AudienceSample;
import belfry.people.audience.Audiences;
import belfry.people.audience.Headcount;
import belfry.people.audience.Target;
import belfry.people.directory.PersonDetails;
import belfry.runs.FirstWave;
import belfry.runs.recipients.PersonalRecipients;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts a draft's audience, and finds what prevents it from being sent. */
public final class Checking {
  private static final Fault ACKNOWLEDGED_IN_SPACES =
      new Fault(
          "acknowledge",
          Phrase.of(
              "acknowledge.spaces",
              "Who reads a message in a space is not known, so it cannot be counted who has acknowledged it. Remove the spaces, or ask nobody to acknowledge it."));

  /** How many recipients' messages the preview shows. */
  private static final int SHOWN = 20;

  /** More people are not looked at one by one with each change of the text. */
  private static final long MOST_LOOKED_AT = 10_000;

  /** At most this many spaces are named that refuse the message. */
  private static final int MOST_SPACES = 5;

  private static final Phrase UNKNOWN_NAMES =
      Phrase.of(
          "markdown.unknownNames",
          "There is no value called {{names}}. Use one of {{known}}, or write a backslash before the braces to keep them as text.");

  private final Attachments attachments;
  private final Audiences audiences;
  private final AudienceSample sample;
  private final PersonDetails details;
  private final WholeCheck whole;
  private final Time time;

  public Checking(
      Attachments attachments,
      Audiences audiences,
      AudienceSample sample,
      PersonDetails details,
      WholeCheck whole,
      Time time) {
    this.attachments = attachments;
    this.whole = whole;
    this.time = time;
    this.audiences = audiences;
    this.sample = sample;
    this.details = details;
  }

  public Check check(App app, Draft draft) {
    return check(app, draft, audiences.count(app, draft.audience()));
  }

  /** Likewise by the groups as sending reads them; nobody is counted of one that is being read. */
  public Check checkAnew(App app, Draft draft) {
    return check(app, draft, audiences.countAnew(app, draft.audience()));
  }

  private Check check(App app, Draft draft, Headcount count) {
    var faults = new ArrayList<>(ContentFaults.of(draft));
    draft
        .attachment()
        .filter(file -> attachments.find(app.name(), file).isEmpty())
        .ifPresent(_ -> faults.add(References.NO_ATTACHMENT));
    audiences
        .notYet(app, draft.audience())
        .or(() -> fault(draft.audience(), count))
        .ifPresent(why -> faults.add(new Fault("audience", why)));
    faults.addAll(closedSpaces(count));
    firstWave(draft).ifPresent(faults::add);
    draft
        .acknowledge()
        .filter(_ -> count.spaces() > 0)
        .ifPresent(_ -> faults.add(ACKNOWLEDGED_IN_SPACES));
    faults.addAll(ReminderFaults.of(draft));
    var audience = audiences.spelled(app, draft.audience());
    var whom = audiences.digest(app, audience);
    var columns = audiences.columns(app, audience);
    var content = PersonalContent.of(draft.content());
    if (!content.isPersonal()) {
      var expected = whole.expected(app, draft, count, MOST_LOOKED_AT);
      return new Check(count, expected, whom, faults, columns, Optional.empty());
    }
    var names = new ArrayList<>(PersonalRecipients.NAMES);
    names.addAll(columns);
    unknown(content, names).ifPresent(why -> faults.add(new Fault("markdown", why)));
    var preview = preview(app, content, names, sample.of(app, audience, SHOWN));
    spaces(content, audience).ifPresent(why -> faults.add(new Fault("markdown", why)));
    // After the first were asked about.
    var expected = whole.expected(app, draft, count, MOST_LOOKED_AT);
    return new Check(count, expected, whom, faults, columns, Optional.of(preview));
  }

  public static Optional<Fault> firstWave(Draft draft) {
    return draft
        .firstWave()
        .filter(first ->
            first.size() instanceof FirstWave.Members(var group) && !draft.audience().names(group))
        .map(_ ->
            new Fault(
                "firstWave",
                Phrase.of(
                    "firstWave.noSuchGroup",
                    "The group that gets it first is not among the recipients. Add it, or choose who gets it first again.")));
  }

  /**
   * A placeholder with an unknown name is most likely misspelled, so it is refused even with a
   * default.
   */
  private static Optional<Phrase> unknown(PersonalContent content, List<String> names) {
    var known = names.stream().map(PersonalText::key).toList();
    var unknown =
        content.names().entrySet().stream()
            .filter(name -> !known.contains(name.getKey()))
            .map(Map.Entry::getValue)
            .sorted()
            .toList();
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            UNKNOWN_NAMES.with(
                "names", String.join(", ", unknown), "known", String.join(", ", names)));
  }

  /** The same fault for whoever may not read what somebody else called the columns of a list. */
  public static Fault withoutColumns(Fault fault) {
    var said = fault.phrase();
    if (!said.code().equals(UNKNOWN_NAMES.code())) {
      return fault;
    }
    var unknown = said.arguments().getOrDefault("names", "");
    var known = String.join(", ", PersonalRecipients.NAMES) + ", …";
    return new Fault(fault.field(), UNKNOWN_NAMES.with("names", unknown, "known", known));
  }

  /** A space has a title, but none of a person's other values. */
  private static Optional<Phrase> spaces(PersonalContent content, Audience audience) {
    var space = new PersonalValues(Map.of(PersonalText.key("name"), "space"));
    var missing = content.missing(space);
    return missing.isEmpty()
            || audience.entries().stream().noneMatch(Audience.Space.class::isInstance)
        ? Optional.empty()
        : Optional.of(
            Phrase.of(
                "markdown.spaceNames",
                "A space has no {{names}}. Add a default for it, like {{example}}.",
                "names",
                String.join(", ", missing),
                "example",
                "{{%s|all}}".formatted(missing.iterator().next())));
  }

  private PersonalPreview preview(
      App app, PersonalContent content, List<String> names, List<Target> targets) {
    return switch (new PersonalRecipients(app, content, details).fill(targets)) {
      case PersonalRecipients.Filling.Filled(var ready, var leftOut) -> {
        var readings = new ArrayList<PersonalPreview.Reading>();
        ready.forEach(target -> readings.add(reading(content, target, Optional.empty())));
        leftOut.forEach((why, out) ->
            out.forEach(target -> readings.add(reading(content, target, Optional.of(why)))));
        yield new PersonalPreview(names, readings, Optional.empty());
      }
      case PersonalRecipients.Filling.Unanswered(var why) ->
          new PersonalPreview(names, List.of(), Optional.of(why));
    };
  }

  private static PersonalPreview.Reading reading(
      PersonalContent content, Target target, Optional<String> leftOut) {
    return new PersonalPreview.Reading(
        target, content.filled(new PersonalValues(target.values())), leftOut);
  }

  /** A space that refuses the message is a mistake of the author's; a person who left is not. */
  private static List<Fault> closedSpaces(Headcount count) {
    return count.unreachable().stream()
        .filter(one -> one.target().kind() == Target.Kind.SPACE)
        .limit(MOST_SPACES)
        .map(one ->
            new Fault(
                "audience",
                Phrase.of(
                    "audience.closedSpace",
                    "{{space}}: {{why}}. Remove this space.",
                    "space",
                    one.target().name(),
                    "why",
                    one.why())))
        .toList();
  }

  private static Optional<Phrase> fault(Audience audience, Headcount count) {
    if (audience.isEmpty()) {
      return Optional.of(Phrase.of("audience.empty", "Choose who gets it."));
    }
    if (!count.missing().isEmpty()) {
      return Optional.of(
          Phrase.of(
              "audience.missing",
              "These no longer exist: {{names}}. Remove them.",
              "names",
              String.join(", ", count.missing())));
    }
    // How many there are is known when they have been read.
    if (count.heads() > 0 || !count.reading().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        count.stale().isEmpty()
            ? Phrase.of("audience.nobody", "Nobody is in this audience. Add somebody.")
            : Phrase.of(
                "audience.stale",
                "The directory does not currently say who is in {{names}}. Try again in a minute.",
                "names",
                String.join(", ", count.stale())));
  }

  /** What a scheduled job's recipients are said to be if it is edited; nobody else is asked. */
  public Optional<Recounted> recounted(App app, Optional<Job> before, Draft draft) {
    return before
        .filter(job -> job.state() instanceof JobState.Scheduled)
        .filter(job ->
            !job.audience().equals(draft.audience())
                || !job.draft().content().equals(draft.content()))
        .map(_ -> {
          var count = audiences.count(app, draft.audience());
          return new Recounted(count, Promise.of(whole, app, draft, count, time.now()));
        });
  }

  /** A new count of a job. */
  public record Recounted(Headcount count, Promise promise) {}

  /**
   * The result of counting a job. Counting may ask the platform, so it cannot happen inside the
   * transaction; the revision ensures that what was counted is what is sent.
   *
   * @param promise what whoever agrees is told of its recipients
   */
  public record Counted(Check check, Promise promise, long revision) {}

  /**
   * Counts a job, if it exists. Whoever was shown nothing has nothing to be compared with, and need
   * not wait for a group to be read anew.
   */
  public Optional<Counted> counted(App app, Optional<Job> seen, Consent consent) {
    return seen.map(job -> {
      var draft = job.draft();
      // Before it is counted, which takes its time: by the copies of then it is sent.
      var now = time.now();
      var changeable = consent.whom().map(_ -> whole.changeable(app, draft.audience())).orElse("");
      var check =
          consent.isOfRecipients()
              ? checkAnew(app, draft)
              : check(app, draft, audiences.countUnseen(app, draft.audience()));
      var promise = Promise.of(whole, app, draft, check.count(), now).comparing(changeable);
      return new Counted(check, promise, consent.revision().orElseGet(job::revision));
    });
  }
}
