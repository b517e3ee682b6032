package belfry.cli.backups;

import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.answers.Answers;
import belfry.base.Time;
import belfry.cli.settings.InvokedCommand;
import belfry.cli.settings.Keys;
import belfry.delivery.Delivery;
import belfry.hooks.Hooks;
import belfry.people.directory.DirectoryToken;
import belfry.platform.Platform;
import belfry.signin.SignIn;
import belfry.storage.Databases;
import belfry.storage.IdempotencyStore;
import belfry.storage.Vault;
import picocli.CommandLine.Command;

/** Puts a new key in front and re-encrypts every stored secret; the portal must be stopped. */
@Command(
    name = "rotate-keys",
    description =
        "Makes a new key and re-encrypts all stored secrets with it. Stop the portal first.")
public final class RotateKeysCommand extends InvokedCommand {
  @Override
  public Integer call() throws InterruptedException {
    var settings = settings();
    var time = Time.system();
    try (var database = Databases.open(settings.databaseUrl(), settings.data());
        var platform =
            new Platform(settings.platform(), settings.tuning().requestTimeout(), time)) {
      // It would go on sealing with the old key, and could not read what is sealed with the new
      // one.
      if (!database.exclusive()) {
        Delivery.requireStopped(database::read, time, settings.tuning().leaseTtl());
      }
      var vault = new Vault(Keys.of(settings, database).rotated());
      var count =
          new SignIn(settings.integration(), settings.sessions(), platform, database, vault, time)
                  .tokens()
                  .reseal()
              + new DirectoryToken(settings.directory(), platform, database, vault, time).reseal()
              + Answers.reseal(database, vault)
              + Hooks.reseal(database, vault);
      database.write(handle -> {
        IdempotencyStore.forgetAnswers(handle);
        return true;
      });
      new Audit(database, vault, time)
          .record(AuditEntry.inAll().did("keys.rotate", "").saying(count + " rows"));
      var out = out();
      out.printf(
          "A new key is in force; %d stored secrets were sealed anew. The old keys stay in the file: signatures of the audit trail need them.%n",
          count);
      out.flush();
      return 0;
    }
  }
}
