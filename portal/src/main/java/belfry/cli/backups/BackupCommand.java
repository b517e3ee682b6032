package belfry.cli.backups;

import belfry.base.Time;
import belfry.cli.settings.InvokedCommand;
import belfry.cli.settings.Version;
import belfry.storage.Archive;
import belfry.storage.ArchiveWriter;
import belfry.storage.Keyring;
import belfry.storage.Snapshot;
import belfry.storage.Vault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes everything that is stored into a file, while the portal runs or not. */
@Command(
    name = "backup",
    description =
        "Writes everything that is stored into a file; the portal may be running. The keys are not in it.")
public final class BackupCommand extends InvokedCommand {
  @Parameters(paramLabel = "FILE", description = "The file to write; it must not exist yet.")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  @Override
  public Integer call() throws IOException {
    var settings = settings();
    // Before the snapshot: what is sent between the two then counts as sent after it.
    var made = Time.system().now();
    var vault = new Vault(Keyring.existing(settings.keyFile(), settings.data()));
    var out = out();
    try (var snapshot = Snapshot.of(settings.databaseUrl(), settings.data())) {
      var keys = BackupKeys.usedIn(snapshot, vault);
      var header = new Archive.Header(0, "", Version.current(), "", made.toEpochMilli(), keys);
      var rows = ArchiveWriter.write(snapshot, header, file);
      out.printf("%,d rows as of %s are in %s (%,d bytes).%n", rows, made, file, Files.size(file));
      new KnownBackups(settings.data()).add(made, file).ifPresent(out::println);
      var needed = keys.keySet().stream().filter(name -> !lacks(keys, name)).toList();
      if (!needed.isEmpty()) {
        out.println(
            "The keys are not in it. It can only be restored with a key file that has "
                + String.join(", ", needed)
                + ": keep that as well, in another place.");
      } else if (keys.isEmpty()) {
        out.println("Nothing in it is sealed.");
      }
      keys.keySet().stream()
          .filter(name -> lacks(keys, name))
          .forEach(name ->
              out.println(
                  "CAREFUL. The key file has no key %s, or another of that name: what it sealed cannot be opened, and the audit trail cannot be checked where it signed."
                      .formatted(name)));
    }
    out.flush();
    return 0;
  }

  private static boolean lacks(Map<String, String> keys, String name) {
    return keys.getOrDefault(name, "").isEmpty();
  }
}
