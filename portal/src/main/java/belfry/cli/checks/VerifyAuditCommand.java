package belfry.cli.checks;

import belfry.access.Audit;
import belfry.base.Time;
import belfry.cli.settings.Invocation;
import belfry.cli.settings.Keys;
import belfry.storage.Databases;
import belfry.storage.Vault;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Checks that nobody has changed the audit trail. */
@Command(name = "verify-audit", description = "Checks the audit trail, row by row.")
public final class VerifyAuditCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @ParentCommand
  @SuppressWarnings("NullAway.Init")
  private Invocation invocation;

  @Override
  public Integer call() {
    var settings = invocation.settings();
    try (var database = Databases.open(settings.databaseUrl(), settings.data())) {
      var vault = new Vault(Keys.unproven(settings, database));
      var found = new Audit(database, vault, Time.system()).verify();
      var out = spec.commandLine().getOut();
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
