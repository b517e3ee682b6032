package belfry.cli;

import belfry.base.FileTrouble;
import belfry.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the manual pages of all commands, and what a shell completes them with, for packages. */
@Command(
    name = "papers",
    hidden = true,
    header = "Writes the manual pages and the completion for bash into a directory.")
final class PapersCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Parameters(
      paramLabel = "DIRECTORY",
      description = "Where, as /usr/share is laid out; it is made if it is not there.")
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Override
  public Integer call() {
    var root = spec.root().commandLine();
    try {
      var completions = Files.createDirectories(directory.resolve("bash-completion/completions"));
      Files.writeString(completions.resolve("belfry"), AutoComplete.bash("belfry", root));
      write(root, Files.createDirectories(directory.resolve("man/man1")));
      return 0;
    } catch (IOException e) {
      throw new StorageException(
          "%s cannot be written: %s".formatted(directory, FileTrouble.words(e)), e);
    }
  }

  private static void write(CommandLine command, Path pages) throws IOException {
    var name = command.getCommandSpec().qualifiedName("-");
    Files.writeString(pages.resolve(name + ".1"), ManualPage.of(command.getCommandSpec()));
    for (var one : ManualPage.shown(command.getCommandSpec())) {
      write(one, pages);
    }
  }
}
