package belfry.jobs.job;

import belfry.apps.AppName;
import belfry.base.Phrase;
import belfry.jobs.schedule.Fault;
import belfry.messages.Attachments;
import belfry.people.audience.Audience;
import belfry.people.lists.Lists;
import belfry.runs.DeletedRuns;
import belfry.runs.NoticeRuns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** Protects the files and lists of people that drafts refer to from being deleted. */
public final class References {
  public static final Fault NO_ATTACHMENT =
      new Fault(
          "attachment",
          Phrase.of("attachment.gone", "This file is no longer here. Attach it again."));

  private final Attachments attachments;
  private final Lists lists;

  public References(Attachments attachments, Lists lists) {
    this.attachments = attachments;
    this.lists = lists;
  }

  /** Records this draft's references; returns a fault if one no longer exists. */
  public List<Fault> begin(Handle handle, AppName app, Draft draft) {
    var faults = new ArrayList<Fault>();
    draft
        .attachment()
        .filter(file -> !attachments.use(handle, app, file))
        .ifPresent(_ -> faults.add(NO_ATTACHMENT));
    var audience = draft.audience();
    gone(handle, app, "audience", audience.entries(), faults);
    gone(handle, app, "except", audience.excluded(), faults);
    return faults;
  }

  private void gone(
      Handle handle, AppName app, String field, List<Audience.Entry> entries, List<Fault> faults) {
    for (var i = 0; i < entries.size(); i++) {
      var there =
          Audience.lists(List.of(entries.get(i))).stream()
              .allMatch(list -> lists.use(handle, app, list));
      if (!there) {
        faults.add(new Fault("%s[%d].listId".formatted(field, i), Lists.GONE));
      }
    }
  }

  /** Deletes the job with its references now, and marks its runs to be deleted later. */
  public void delete(Handle handle, Job job, Instant now) {
    end(handle, job.app(), job.draft());
    remove(handle, job, now);
  }

  /** Deletes one whose references cannot be read; what they kept is looked at again in a week. */
  public static void remove(Handle handle, Job job, Instant now) {
    JobStore.delete(handle, job, now);
    NoticeRuns.withdraw(handle, job.id());
    DeletedRuns.mark(handle, job.id(), now);
  }

  /** Records the end of this draft's earlier references; files and lists stay for a week. */
  public void end(Handle handle, AppName app, Draft draft) {
    draft.attachment().ifPresent(file -> attachments.use(handle, app, file));
    var audience = draft.audience();
    Stream.of(audience.entries(), audience.excluded())
        .flatMap(entries -> Audience.lists(entries).stream())
        .forEach(list -> lists.use(handle, app, list));
  }
}
