package belfry.cli.backups;

import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.base.Time;
import belfry.cli.settings.InvokedCommand;
import belfry.storage.Databases;
import belfry.storage.Keyring;
import belfry.storage.RestoreTarget;
import belfry.storage.Vault;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Restores a backup into an empty directory or database. Nothing is known of the time since it was
 * made, so whoever may have been sent to in that time is looked up before anything is sent again.
 */
@Command(
    name = "restore",
    description =
        "Restores a backup into an empty BELFRY_DATA or an empty PostgreSQL database. Stop the portal that was used until now first.")
public final class RestoreCommand extends InvokedCommand {
  @Parameters(paramLabel = "FILE", description = "A file that 'belfry backup' wrote.")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  @Override
  public Integer call() {
    var settings = settings();
    var time = Time.system();
    var header = RestoreTarget.checked(file);
    var vault = new Vault(Keyring.existing(settings.keyFile(), settings.data()));
    BackupKeys.require(header, vault);
    AfterRestore restored;
    try (var place = RestoreTarget.of(settings.databaseUrl(), settings.data())) {
      restored =
          place.restore(
              header, file, handle -> AfterRestore.settled(handle, header.madeAt(), time.now()));
    }
    var out = out();
    try (var database = Databases.open(settings.databaseUrl(), settings.data())) {
      var audit = new Audit(database, vault, time);
      var trail = audit.verify();
      out.printf(
          "Restored as of %s, from %s with schema %s.%n",
          header.madeAt(), header.engine(), header.schema());
      restored.tell(out);
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
              .saying("%d runs in doubt, %d due".formatted(restored.runs(), restored.due())));
      return 0;
    }
  }
}
