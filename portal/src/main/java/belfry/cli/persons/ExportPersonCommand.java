package belfry.cli.persons;

import belfry.base.FileTrouble;
import belfry.base.Time;
import belfry.cli.settings.InvokedCommand;
import belfry.platform.Platform;
import belfry.storage.PrivateFile;
import belfry.storage.Snapshot;
import belfry.storage.StorageException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Writes everything that is stored about a person into a file, while the portal runs or not. */
@Command(
    name = "export-person",
    description =
        "Writes everything that is stored about a person into a JSON file; the portal may be running.")
public final class ExportPersonCommand extends InvokedCommand {
  @Mixin
  @SuppressWarnings("NullAway.Init")
  private PersonOptions person;

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description = "The file to write; it must not exist yet.")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  @Override
  public Integer call() {
    var settings = settings();
    var out = out();
    try (var platform =
            new Platform(settings.platform(), settings.tuning().requestTimeout(), Time.system());
        var snapshot = Snapshot.of(settings.databaseUrl(), settings.data())) {
      var finder =
          new PersonFinder(
              settings.apps(), person.withoutWebex() ? Optional.empty() : Optional.of(platform));
      var found = snapshot.ask(handle -> finder.find(handle, person.given()));
      var record = snapshot.ask(handle -> PersonRecord.of(handle, found.who()));
      found.remarks().forEach(out::println);
      if (record.isEmpty()) {
        out.printf("Nothing is stored about %s.%n", person.person());
        out.flush();
        return 1;
      }
      var counts = new StringBuilder();
      record
          .properties()
          .forEach(
              one -> counts.append("  %s: %,d%n".formatted(one.getKey(), one.getValue().size())));
      found.who().emails().forEach(record.putArray("addresses")::add);
      var ids = record.putArray("ids");
      found.who().ids().stream().filter(id -> !id.contains("@")).forEach(ids::add);
      record.put("exportedAt", Time.system().now().toString());
      PrivateFile.create(file);
      JsonMapper.builder()
          .build()
          .writerWithDefaultPrettyPrinter()
          .writeValue(file.toFile(), record);
      out.printf("What is stored about %s is in %s:%n%s", person.person(), file, counts);
      out.println(
          "Not in it: what was written to them in 1:1 conversations without Belfry, and what Webex itself stores.");
      out.println(
          "Names, ids and addresses of others are left out; where a text has an address or mention"
              + " of somebody else, it says so.");
      out.flush();
      return 0;
    } catch (IOException e) {
      throw new StorageException(
          "The file " + file + " cannot be written: " + FileTrouble.words(e), e);
    }
  }
}
