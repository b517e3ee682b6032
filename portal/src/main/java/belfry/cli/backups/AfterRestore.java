package belfry.cli.backups;

import belfry.access.ApiTokens;
import belfry.access.ClaimCodes;
import belfry.jobs.RestoredJobs;
import belfry.runs.LostTime;
import belfry.signin.Sessions;
import java.io.PrintWriter;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/**
 * What was found in a database that is used again as it was some time ago, and what people should
 * know of it.
 *
 * @param since nothing is known of what happened from then until {@code at}
 */
record AfterRestore(Instant since, Instant at, int runs, long due, int sessions, int tokens) {
  /** In the transaction that makes it usable: it is never used without this. */
  static AfterRestore settled(Handle handle, Instant since, Instant now) {
    ClaimCodes.revokeAll(handle);
    return new AfterRestore(
        since,
        now,
        LostTime.add(handle, since, now),
        RestoredJobs.scheduledUntil(handle, now),
        Sessions.endAll(handle),
        ApiTokens.revokeAll(handle));
  }

  void tell(PrintWriter out) {
    out.printf("Nothing is known of what happened from %s until %s. Therefore:%n", since, at);
    out.printf(
        "- Messages that were open, or can be tried again: %d. Whoever had not got theirs is looked up in Webex before anything is sent to them.%n",
        runs);
    out.printf(
        "- Messages that were due in that time: %d. They may have gone out, so they are put on hold until somebody decides.%n",
        due);
    out.printf("- Everybody has to sign in again (%d sessions ended).%n", sessions);
    out.printf(
        "- API tokens are no longer valid (%d). Programs need new ones: make them on the page.%n",
        tokens);
    out.println(
        "Roles, schedules and drafts are as they were then: read 'After a restore' in docs/operating.md before you start the portal.");
  }
}
