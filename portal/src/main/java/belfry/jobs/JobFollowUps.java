package belfry.jobs;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.jobs.job.Actor;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Command;
import belfry.jobs.job.Consent;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobChange;
import belfry.jobs.job.JobNews;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.reminders.JobReminders;
import belfry.jobs.reminders.ReminderEnd;
import belfry.jobs.schedule.Fault;
import belfry.messages.Content;
import belfry.messages.MessageText;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalText;
import belfry.people.audience.Audience;
import belfry.people.audience.Audiences;
import belfry.people.audience.Target;
import belfry.people.directory.Person;
import belfry.platform.ids.PlatformId;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.followups.Correctable;
import belfry.runs.followups.CorrectedTexts;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpId;
import belfry.runs.followups.FollowUpReach;
import belfry.runs.followups.FollowUpTally;
import belfry.runs.followups.FollowUps;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.WrittenTo;
import belfry.storage.Database;
import belfry.storage.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Recalls and corrects messages after they were sent. */
public final class JobFollowUps {
  /** What was read of groups since then is new enough to say how many are meant. */
  private static final Duration RECENTLY = Duration.ofMinutes(10);

  private final JobTransactions transactions;
  private final Database database;
  private final Audiences audiences;
  private final FollowUps followUps;

  public JobFollowUps(JobTransactions transactions, Database database, Audiences audiences) {
    this.transactions = transactions;
    this.database = database;
    this.audiences = audiences;
    followUps = new FollowUps(database);
  }

  /**
   * Whose messages are meant.
   *
   * @param only those of the part who are in this audience; empty for all of them
   * @param refusedBy those that this correction could not change; empty for any
   */
  public record Whose(FollowUp.Part part, Optional<Audience> only, Optional<FollowUpId> refusedBy) {
    /** Whatever became of them before. */
    public Whose(FollowUp.Part part, Optional<Audience> only) {
      this(part, only, Optional.empty());
    }

    /** The same, whoever else is put into its saved audiences before the last pass. */
    private Whose asOfNow(Audiences audiences, App app) {
      return new Whose(part, only.map(chosen -> audiences.asOfNow(app, chosen)), refusedBy);
    }

    /**
     * The same people among those who were reminded: whoever has or had the message itself is known
     * only by its recall, which changes that.
     */
    private Whose ofReminders(Job job, FollowUpId recall) {
      var own = job.id().toString();
      if (only.flatMap(Audience::earlier).filter(one -> one.job().equals(own)).isEmpty()) {
        return this;
      }
      var them =
          new Audience.Recipients(own, Audience.Who.RECALLED, job.title(), recall.toString());
      return new Whose(part, Optional.of(new Audience(List.of(them))), refusedBy);
    }

    private boolean isEverybody() {
      return part == FollowUp.Part.ALL && only.isEmpty() && refusedBy.isEmpty();
    }

    private String asked() {
      return part
          + " "
          + only.map(Json::write).orElse("")
          + refusedBy.map(id -> " " + id).orElse("");
    }
  }

  /** How many messages of a job cannot be changed any more. */
  public Correctable correctable(Job job) {
    return job.state().runId().map(followUps::correctable).orElse(Correctable.NONE);
  }

  /** How many messages one would be about, or why its audience cannot be read now. */
  public sealed interface Reach {
    /**
     * With a digest of the chosen audience; empty if none was chosen.
     *
     * @param noAccount the addresses in it at which nobody is, nor was when it was sent
     */
    record Known(FollowUpReach.Count count, Optional<String> whom, List<String> noAccount)
        implements Reach {
      Known(FollowUpReach.Count count) {
        this(count, Optional.empty(), List.of());
      }
    }

    record Stuck(Phrase why) implements Reach {}
  }

  /** How many messages of a job a recall or a correction would be about. */
  public Reach reach(App app, Job job, Whose whose) {
    if (job.state().runId().isEmpty()) {
      return new Reach.Known(new FollowUpReach.Count(0, 0));
    }
    var reach = new FollowUpReach(database, job.state().runId().get(), whose.part());
    if (whose.refusedBy().isPresent()) {
      return new Reach.Known(reach.refusedBy(whose.refusedBy().get()));
    }
    return whose.only().isPresent()
        ? among(app, job.state().runId().get(), reach, whose.only().get())
        : new Reach.Known(reach.all());
  }

  private String digest(App app, Audience only) {
    return audiences.digest(app, audiences.spelled(app, only));
  }

  private Reach among(App app, RunId run, FollowUpReach reach, Audience only) {
    // Before it is gone through: whoever comes meanwhile was perhaps not counted.
    var whom = digest(app, only);
    var nowhere = new ArrayList<String>();
    var writtenTo = new WrittenTo(database, run);
    var receiver =
        new Audiences.Receiver() {
          @Override
          public void targets(List<Target> page) {
            var forms = page.stream().flatMap(one -> PlatformId.forms(one.id()).stream()).toList();
            RecipientRows.parts(forms).forEach(reach::add);
          }

          @Override
          public void noAccount(List<Target> addressed) {
            // Whoever has no account has no message.
          }

          @Override
          public List<Person> knownAt(List<String> emails) {
            return writtenTo.at(emails);
          }

          @Override
          public void nobodyAt(List<String> emails) {
            nowhere.addAll(emails);
          }

          @Override
          public boolean isAskedFirst() {
            return false;
          }

          @Override
          public Duration reading() {
            return RECENTLY;
          }
        };
    return switch (audiences.expand(app, only, receiver)) {
      case Audiences.Expansion.Complete _ ->
          new Reach.Known(reach.added(), Optional.of(whom), nowhere);
      case Audiences.Expansion.Stuck(var why, _) -> new Reach.Stuck(why);
    };
  }

  /** Deletes messages. What is still being sent is cancelled first, and corrections are stopped. */
  public ChangeResult recall(
      Actor actor, JobId id, Whose whose, Consent consent, Optional<String> requestId) {
    var meant = whose.asOfNow(audiences, actor.app());
    var others = others(actor.app(), whose, consent);
    return transactions.change(
        actor,
        actor.asks("recall", requestId, id, whose.asked()),
        change -> {
          var job = change.own(id);
          var to = change.decide(job, new Command.Recall());
          var run = run(change, job);
          JobChange.refuseIf(isUnderWay(change, run, FollowUp.Kind.RECALL), JobChange.UNDER_WAY);
          change.require(partless(change, run, whose));
          change.require(others);
          whose.refusedBy().ifPresent(one -> requireLatest(change, run, one));
          if (whose.isEverybody() || to.isPresent()) {
            var end = whose.isEverybody() ? ReminderEnd.RECALLED : ReminderEnd.CANCELLED;
            JobReminders.end(change, job, end);
          }
          FollowUps.stop(change.handle(), run.id());
          if (to.isPresent()) {
            change.gate(job, Run.Gate.STOPPING);
          }
          var recall = begin(change, actor, run, FollowUp.Kind.RECALL, meant, "");
          recallReminders(change, actor, job, meant.ofReminders(job, recall));
          change.record(job, job.title());
          var recalled =
              to.map(state -> JobStore.save(change.handle(), job.with(state), change.now()));
          JobNews.note(change.handle(), id, JobNews.What.RECALLED, change.now());
          return new ChangeResult.Agreed(recalled.orElse(job));
        });
  }

  /** Which of them went to a part of a message's run is not known. */
  private static boolean takesReminders(FollowUp.Part part, Optional<FollowUpId> refusedBy) {
    return part == FollowUp.Part.ALL && refusedBy.isEmpty();
  }

  /** They repeat what is recalled. */
  private static void recallReminders(JobChange change, Actor actor, Job job, Whose whose) {
    if (!takesReminders(whose.part(), whose.refusedBy())) {
      return;
    }
    JobReminders.begun(change, job).stream()
        // Somebody may be deleting it.
        .filter(one -> JobStore.lock(change.handle(), job.app(), one.job()).isPresent())
        .flatMap(one -> Runs.find(change.handle(), one.run()).stream())
        .forEach(run -> {
          // A recall of the reminder by itself goes on first, and may be of some only.
          if (!isUnderWay(change, run, FollowUp.Kind.RECALL)) {
            FollowUps.stop(change.handle(), run.id());
          }
          begin(change, actor, run, FollowUp.Kind.RECALL, whose, "");
        });
  }

  /**
   * Replaces the text of messages.
   *
   * @param markdown may use the placeholders that the sent text has, because only their values are
   *     known
   */
  public ChangeResult correct(
      Actor actor,
      JobId id,
      Whose whose,
      String markdown,
      Consent consent,
      Optional<String> requestId) {
    var meant = whose.asOfNow(audiences, actor.app());
    var others = others(actor.app(), whose, consent);
    return transactions.change(
        actor,
        actor.asks("correct", requestId, id, whose.asked(), markdown),
        change -> {
          var job = change.own(id);
          var _ = change.decide(job, new Command.Correct());
          change.expect(job, consent.revision());
          var run = run(change, job);
          JobChange.refuseIf(
              isUnderWay(change, run, FollowUp.Kind.CORRECTION), JobChange.UNDER_WAY);
          JobChange.refuseIf(isUnderWay(change, run, FollowUp.Kind.RECALL), JobChange.UNDER_WAY);
          JobReminders.refuseWhileSent(change, job);
          JobChange.refuseIf(
              run.content().attachment().isPresent() || run.content().card().isPresent(),
              UNCHANGEABLE);
          change.require(partless(change, run, whose));
          change.require(others);
          change.require(faults(change, run, markdown));
          begin(change, actor, run, FollowUp.Kind.CORRECTION, meant, markdown);
          change.record(job, job.title());
          var texts = CorrectedTexts.of(change.handle(), run.id(), run.markdown());
          // Also where only some get it: whoever saw the text before has not seen theirs.
          var draft = texts.size() == 1 ? job.draft().saying(markdown) : job.draft();
          var corrected = JobStore.save(change.handle(), job.with(draft), change.now());
          JobNews.note(change.handle(), id, JobNews.What.CORRECTED, change.now());
          return new ChangeResult.Agreed(corrected);
        });
  }

  /**
   * That others are among the chosen than were shown. Of all who have a message nothing is
   * promised: a recall or a correction is meant for each of them, also for whoever turns out to
   * have it later.
   */
  private List<Fault> others(App app, Whose whose, Consent consent) {
    var only = whose.only().filter(_ -> consent.whom().isPresent());
    if (only.isEmpty()) {
      return List.of();
    }
    // As new as what it is gone through with then.
    var reading = audiences.countAnew(app, only.get()).reading();
    if (!reading.isEmpty()) {
      return List.of(Sending.beingRead("whom", reading.getFirst()));
    }
    return consent.whom().equals(Optional.of(digest(app, only.get())))
        ? List.of()
        : List.of(new Fault("whom", OTHERS));
  }

  private static final Phrase OTHERS =
      Phrase.of(
          "followUp.others",
          "Who is among the chosen has changed since you looked. Look at their number again.");

  /**
   * Stops what is under way; messages whose turn has come are still settled.
   *
   * @param seen the one that is meant; empty for whichever it is
   */
  public ChangeResult stop(
      Actor actor, JobId id, Optional<FollowUpId> seen, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("stopFollowUp", requestId, id),
        change -> {
          var job = change.own(id);
          var run = job.state().runId();
          var isOver =
              seen.filter(one ->
                      FollowUps.find(change.handle(), one)
                          .filter(FollowUp::isOpen)
                          .filter(open -> run.equals(Optional.of(open.run())))
                          .isEmpty())
                  .isPresent();
          JobChange.refuseIf(isOver, OVER);
          // What has begun with a recall stops with it.
          FollowUps.open(change.handle(), job.app()).stream()
              .filter(one -> one.kind() == FollowUp.Kind.RECALL)
              .filter(one -> run.equals(Optional.of(one.run())))
              .filter(one -> seen.isEmpty() || seen.get().equals(one.id()))
              .flatMap(recall ->
                  JobReminders.begun(change, job).stream()
                      .flatMap(one -> FollowUps.of(change.handle(), one.run()).stream())
                      .filter(one -> isOneActWith(recall, one)))
              .forEach(one -> FollowUps.stop(change.handle(), one.id()));
          seen.ifPresentOrElse(
              one -> FollowUps.stop(change.handle(), one),
              () -> run.ifPresent(one -> FollowUps.stop(change.handle(), one)));
          change.record(job, job.title());
          return new ChangeResult.Agreed(job);
        });
  }

  /** Whether a recall of a message took this one of its reminders along. */
  private static boolean isOneActWith(FollowUp recall, FollowUp ofReminder) {
    return takesReminders(recall.part(), recall.refusedBy())
        && ofReminder.kind() == FollowUp.Kind.RECALL
        && ofReminder.created().equals(recall.created())
        && ofReminder.startedBy().equals(recall.startedBy());
  }

  /** What an earlier correction could not change, a later one may have changed. */
  private static void requireLatest(JobChange change, Run run, FollowUpId id) {
    var latest =
        FollowUps.of(change.handle(), run.id()).stream()
            .filter(one -> one.kind() == FollowUp.Kind.CORRECTION)
            .findFirst();
    change.require(
        latest.map(FollowUp::id).filter(id::equals).isPresent()
            ? List.of()
            : List.of(new Fault("refusedBy", NOT_LATEST)));
    JobChange.refuseIf(latest.filter(FollowUp::isOpen).isPresent(), JobChange.UNDER_WAY);
  }

  /** Whoever stops it does not mean the one that has begun since. */
  private static final Phrase OVER =
      Phrase.of("followUp.over", "This recall or correction is over already. Nothing was stopped.");

  public static final Phrase NOT_LATEST =
      Phrase.of(
          "followUp.notLatest",
          "This must be the id of the message's latest correction. Load the message again.");

  private static final Phrase UNCHANGEABLE =
      Phrase.of(
          "followUp.unchangeable",
          "Webex cannot change messages with a file, a picture or buttons. Recall it, and send a new one.");

  private static Run run(JobChange change, Job job) {
    return job.state()
        .runId()
        .flatMap(id -> Runs.find(change.handle(), id))
        .orElseThrow(() -> new JobChange.Refusal(new ChangeResult.Refused(JobState.NOT_GONE_OUT)));
  }

  private static boolean isUnderWay(JobChange change, Run run, FollowUp.Kind kind) {
    return FollowUps.of(change.handle(), run.id()).stream()
        .anyMatch(one -> one.isOpen() && one.kind() == kind);
  }

  private static List<Fault> partless(JobChange change, Run run, Whose whose) {
    return whose.part() == FollowUp.Part.ALL || FollowUps.hasWave(change.handle(), run.id())
        ? List.of()
        : List.of(
            new Fault(
                "part", Phrase.of("followUp.noWave", "It had no first wave. Leave this out.")));
  }

  private static List<Fault> faults(JobChange change, Run run, String markdown) {
    var text = PersonalContent.of(new Content(markdown, Optional.empty()));
    var sent = PersonalContent.of(run.content());
    var fault =
        new MessageText(markdown)
            .fault()
            .or(() -> PersonalText.of(markdown).fault())
            .or(() -> text.lacksDefault(sent));
    if (fault.isPresent()) {
      return List.of(new Fault("markdown", fault.get()));
    }
    if (markdown.strip().equals(textNow(change, run).strip())) {
      return List.of(
          new Fault("markdown", Phrase.of("followUp.sameText", "This is the text that was sent.")));
    }
    return text.names().entrySet().stream()
        .filter(name -> !sent.names().containsKey(name.getKey()))
        .findFirst()
        .map(name ->
            new Fault(
                "markdown",
                Phrase.of(
                    "followUp.newWord",
                    "The text that was sent does not use {{name}}, so its values are not known. Leave it out.",
                    "name",
                    "{{" + name.getValue() + "}}")))
        .stream()
        .toList();
  }

  /** The text that everybody has; empty if they do not all have the same. */
  private static String textNow(JobChange change, Run run) {
    return FollowUps.of(change.handle(), run.id()).stream()
        .filter(one -> one.kind() == FollowUp.Kind.CORRECTION)
        .findFirst()
        .map(one -> isForAll(one) ? one.markdown() : "")
        .orElse(run.markdown());
  }

  private static boolean isForAll(FollowUp one) {
    return one.isOfAll() && one.tally().done() == one.tally().total();
  }

  private static FollowUpId begin(
      JobChange change, Actor actor, Run run, FollowUp.Kind kind, Whose whose, String markdown) {
    var followUp =
        new FollowUp(
            FollowUpId.next(),
            run.app(),
            run.id(),
            run.job(),
            kind,
            whose.part(),
            whose.only().isPresent() || whose.refusedBy().isPresent(),
            whose.refusedBy(),
            markdown,
            FollowUp.Gate.OPEN,
            false,
            actor.personId(),
            actor.name(),
            change.now(),
            Optional.empty(),
            Optional.empty(),
            FollowUpTally.NONE);
    FollowUps.insert(change.handle(), followUp, whose.only());
    return followUp.id();
  }
}
