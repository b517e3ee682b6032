package belfry.runs;

import belfry.people.audience.Audience;
import belfry.people.audience.Target;
import belfry.runs.ids.JobId;
import belfry.runs.recipients.BotChoice;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.Tally;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Runs that tell an author something about their job, each to them alone. */
public final class NoticeRuns {
  private NoticeRuns() {}

  /** Has it sent as soon as the transaction is committed. */
  public static void insert(Handle handle, Runs runs, Run run, Target author) {
    // Not planned for a time: two of one job may begin in the same millisecond.
    Runs.insert(handle, run, Audience.NOBODY, Instant.ofEpochMilli(run.id().value()));
    var whom = List.of(author);
    var lanes = BotChoice.of(handle, run.app()).among(handle, whom, run.created());
    RecipientRows.insert(handle, run.id(), 0, whom, lanes, true, Optional.empty());
    runs.expanded(handle, run.id(), new Tally(1, 0, 0, 0, 0, 0, 0, 0), List.of());
  }

  /** Those of this job that were not sent yet are not sent any more. */
  public static void withdraw(Handle handle, JobId job) {
    handle.execute(
        """
        UPDATE run SET gate = 'stopping'
        WHERE job = ? AND kind = 'reply' AND notice = 1 AND gate = 'open'
        """,
        job.value());
  }
}
