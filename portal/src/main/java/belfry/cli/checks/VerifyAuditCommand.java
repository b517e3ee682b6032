package belfry.cli.checks;

import belfry.access.Audit;
import belfry.base.Time;
import belfry.cli.settings.InvokedCommand;
import belfry.cli.settings.Keys;
import belfry.storage.Databases;
import belfry.storage.Vault;
import picocli.CommandLine.Command;

/** Checks that nobody has changed the audit trail. */
@Command(name = "verify-audit", description = "Checks the audit trail, row by row.")
public final class VerifyAuditCommand extends InvokedCommand {
  @Override
  public Integer call() {
    var settings = settings();
    try (var database = Databases.open(settings.databaseUrl(), settings.data())) {
      var vault = new Vault(Keys.unproven(settings, database));
      var found = new Audit(database, vault, Time.system()).verify();
      var out = out();
      out.println(
          found
              .fault()
              .map(fault ->
                  "BROKEN after %d sound rows: %s.".formatted(found.rows(), fault.english()))
              .orElse("All %d rows are sound.".formatted(found.rows())));
      out.flush();
      return found.fault().isPresent() ? 1 : 0;
    }
  }
}
