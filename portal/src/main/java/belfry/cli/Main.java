package belfry.cli;

import belfry.cli.backups.BackupCommand;
import belfry.cli.backups.MoveCommand;
import belfry.cli.backups.RestoreCommand;
import belfry.cli.backups.RotateKeysCommand;
import belfry.cli.checks.CheckCommand;
import belfry.cli.checks.DoctorCommand;
import belfry.cli.checks.VerifyAuditCommand;
import belfry.cli.persons.ExportPersonCommand;
import belfry.cli.persons.ForgetPersonCommand;
import belfry.cli.sending.ApiOptions;
import belfry.cli.sending.JobsCommand;
import belfry.cli.sending.SendCommand;
import belfry.cli.sending.Terminal;
import belfry.cli.settings.Invocation;
import belfry.cli.settings.Mistakes;
import belfry.cli.settings.Version;
import belfry.http.PortTaken;
import belfry.storage.StorageException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program's commands. */
@Command(
    name = "belfry",
    description = "A portal for sending announcements through Webex bots.",
    mixinStandardHelpOptions = true,
    scope = CommandLine.ScopeType.INHERIT,
    versionProvider = Main.Versions.class,
    subcommands = {
      ServeCommand.class,
      CheckCommand.class,
      DoctorCommand.class,
      DemoCommand.class,
      RehearseCommand.class,
      VerifyAuditCommand.class,
      RotateKeysCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      MoveCommand.class,
      ExportPersonCommand.class,
      ForgetPersonCommand.class,
      SendCommand.class,
      JobsCommand.class,
      PapersCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Main implements Runnable, Invocation {
  /**
   * The exit status for a mistake of the operator. The message says everything; a stack trace would
   * bury it.
   */
  private static final int MISTAKE = 2;

  private final Map<String, String> environment;
  private final Path directory;

  /** Reads its settings from these variables, and from the files of this directory. */
  public Main(Map<String, String> environment, Path directory) {
    this.environment = environment;
    this.directory = directory;
  }

  public static void main(String[] arguments) {
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
    var main = new Main(System.getenv(), Path.of("").toAbsolutePath());
    System.exit(
        Arrays.equals(arguments, new String[] {"serve"})
            ? main.serve()
            : main.commandLine()
                // They know whether what was written has arrived.
                .setOut(Terminal.output())
                .setErr(new PrintWriter(System.err, true, System.err.charset()))
                .execute(arguments));
  }

  /** Without picocli, which would take a sixth of the start-up time to parse this one word. */
  private int serve() {
    try {
      return new ServeCommand(this).call();
    } catch (Exception e) {
      if (isMistake(e)) {
        System.err.println(e.getMessage());
        return MISTAKE;
      }
      LoggerFactory.getLogger(Main.class).error("It cannot start", e);
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  public CommandLine commandLine() {
    var line = new CommandLine(this);
    var usual = line.getParameterExceptionHandler();
    // What is sent may begin with @, and is no file of arguments.
    return line.setExpandAtFiles(false)
        .setParameterExceptionHandler((wrong, arguments) ->
            ApiOptions.areOf(wrong.getCommandLine().getCommandSpec())
                ? ApiOptions.misread(wrong, arguments)
                : usual.handleParseException(wrong, arguments))
        .setExecutionExceptionHandler((e, command, _) -> {
          if (isMistake(e)) {
            PrintWriter err = command.getErr();
            err.println(e.getMessage());
            err.flush();
            return MISTAKE;
          }
          throw e;
        });
  }

  private static boolean isMistake(Exception e) {
    return e instanceof Mistakes.SettingsException
        || e instanceof StorageException
        || e instanceof PortTaken;
  }

  /** Without a command, lists the commands. */
  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }

  @Override
  public Map<String, String> environment() {
    return environment;
  }

  @Override
  public Path directory() {
    return directory;
  }

  /** What {@code --version} prints. */
  static final class Versions implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"Belfry " + Version.current()};
    }
  }
}
