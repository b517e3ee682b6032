package belfry.web.drafts;

import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.messages.MessageText;
import belfry.people.audience.Audience;
import belfry.runs.recipients.OnUnknown;
import belfry.web.frame.Caller;
import belfry.web.people.AudienceForms;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a message says and to whom, in every form that has it. What is absent is taken from the job;
 * a form that does not name the last two takes none.
 */
public interface DraftForm {
  @Nullable String markdown();

  @Nullable String attachment();

  @Nullable CardForm card();

  @Nullable List<AudienceForms.EntryForm> audience();

  @Nullable List<AudienceForms.EntryForm> except();

  @Nullable Boolean outside();

  @Nullable AcknowledgeForm acknowledge();

  default @Nullable String onUnknown() {
    return null;
  }

  default FirstWaveForms.@Nullable Form firstWave() {
    return null;
  }

  default Draft read(Caller caller, Optional<Job> job, AudienceForms audiences) {
    var markdown = markdown();
    var text =
        markdown == null
            ? job.map(Job::text).orElseGet(() -> new MessageText(""))
            : new MessageText(markdown);
    return new Draft(
        text,
        JobForms.attachment(attachment(), job.flatMap(Job::attachment)),
        CardForm.read(card(), job.flatMap(Job::card)),
        audiences.read(
            caller.app(),
            audience(),
            except(),
            outside(),
            job.map(Job::audience).orElse(Audience.NOBODY)),
        JobForms.onUnknown(onUnknown(), job.map(Job::onUnknown).orElse(OnUnknown.HOLD)),
        FirstWaveForms.read(firstWave(), job.flatMap(Job::firstWave)),
        AcknowledgeForm.read(acknowledge(), job.flatMap(Job::acknowledge)));
  }

  /** Such a form that is part of another. */
  record Edit(
      @Nullable String markdown,
      @Nullable String attachment,
      @Nullable CardForm card,
      @Nullable List<AudienceForms.EntryForm> audience,
      @Nullable List<AudienceForms.EntryForm> except,
      @Nullable Boolean outside,
      @Nullable String onUnknown,
      FirstWaveForms.@Nullable Form firstWave,
      @Nullable AcknowledgeForm acknowledge)
      implements DraftForm {}
}
