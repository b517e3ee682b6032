package belfry.cli.backups;

import belfry.access.ApiTokens;
import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.access.ClaimCodes;
import belfry.base.Time;
import belfry.cli.settings.Invocation;
import belfry.jobs.RestoredJobs;
import belfry.runs.LostTime;
import belfry.signin.Sessions;
import belfry.storage.Archive;
import belfry.storage.Databases;
import belfry.storage.Keyring;
import belfry.storage.RestoreTarget;
import belfry.storage.Vault;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jdbi.v3.core.Handle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * Restores a backup into an empty directory or database. Nothing is known of the time since it was
 * made, so whoever may have been sent to in that time is looked up before anything is sent again.
 */
@Command(
    name = "restore",
    description =
        "Restores a backup into an empty BELFRY_DATA or an empty PostgreSQL database. Stop the portal that was used until now first.")
public final class RestoreCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @ParentCommand
  @SuppressWarnings("NullAway.Init")
  private Invocation invocation;

  @Parameters(paramLabel = "FILE", description = "A file that 'belfry backup' wrote.")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  /** What was found in the restored database that people should know. */
  private record Restored(Instant at, int runs, long due, int sessions, int tokens) {}

  @Override
  public Integer call() {
    var settings = invocation.settings();
    var time = Time.system();
    var header = RestoreTarget.checked(file);
    var vault = new Vault(Keyring.existing(settings.keyFile(), settings.data()));
    BackupKeys.require(header, vault);
    Restored restored;
    try (var place = RestoreTarget.of(settings.databaseUrl(), settings.data())) {
      restored = place.restore(header, file, handle -> settled(handle, header, time.now()));
    }
    var out = spec.commandLine().getOut();
    try (var database = Databases.open(settings.databaseUrl(), settings.data())) {
      var audit = new Audit(database, vault, time);
      var trail = audit.verify();
      tell(out, header, restored);
      out.println(
          trail
              .fault()
              .map(fault ->
                  "The audit trail is BROKEN after %d sound rows: %s."
                      .formatted(trail.rows(), fault))
              .orElse("The audit trail is sound: %d rows.".formatted(trail.rows())));
      out.flush();
      if (trail.fault().isPresent()) {
        return 1;
      }
      audit.record(
          AuditEntry.inAll()
              .did("backup.restore", header.madeAt().toString())
              .saying("%d runs in doubt, %d due".formatted(restored.runs, restored.due)));
      return 0;
    }
  }

  /** In the transaction that completes the database: it never exists without this. */
  private static Restored settled(Handle handle, Archive.Header header, Instant now) {
    ClaimCodes.revokeAll(handle);
    return new Restored(
        now,
        LostTime.add(handle, header.madeAt(), now),
        RestoredJobs.scheduledUntil(handle, now),
        Sessions.endAll(handle),
        ApiTokens.revokeAll(handle));
  }

  private static void tell(PrintWriter out, Archive.Header header, Restored restored) {
    out.printf(
        "Restored as of %s, from %s with schema %s.%n",
        header.madeAt(), header.engine(), header.schema());
    out.printf("Nothing is known of what happened from then until %s. Therefore:%n", restored.at);
    out.printf(
        "- Messages that were open, or can be tried again: %d. Whoever had not got theirs is looked up in Webex before anything is sent to them.%n",
        restored.runs);
    out.printf(
        "- Messages that were due in that time: %d. They may have gone out, so they are put on hold until somebody decides.%n",
        restored.due);
    out.printf("- Everybody has to sign in again (%d sessions ended).%n", restored.sessions);
    out.printf(
        "- API tokens are no longer valid (%d). Programs need new ones: make them on the page.%n",
        restored.tokens);
    out.println(
        "Roles, schedules and drafts are as they were then: read 'After a restore' in docs/operating.md before you start the portal.");
  }
}
