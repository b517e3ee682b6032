package belfry.cli.sending;

import belfry.base.FileTrouble;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.client.End;
import belfry.client.PortalApi;
import belfry.client.Stop;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which portal a command speaks to, for which app, and in whose name. */
public final class ApiOptions {
  private static final String JSON = "--json";
  private static final int MOST_BYTES = 10_000;
  private static final Pattern APP = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1\\]");

  @Option(
      names = "--portal",
      paramLabel = "URL",
      description = "The portal, like https://belfry.example.com; otherwise BELFRY_PORTAL.")
  private @Nullable String portal;

  @Option(
      names = "--app",
      paramLabel = "NAME",
      description = "The app whose bot sends it; otherwise BELFRY_APP.")
  private @Nullable String app;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "A file with the token, in place of BELFRY_TOKEN.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--retry-for",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description = "How long a portal that does not answer is asked again (default: 120).")
  private long retryFor;

  @Option(names = JSON, description = "Prints the result as JSON, also if it is an error.")
  private boolean json;

  boolean json() {
    return json;
  }

  Duration patience() {
    return seconds("--retry-for", retryFor);
  }

  static Duration seconds(String option, long seconds) {
    if (seconds < 1 || seconds > Duration.ofDays(366).toSeconds()) {
      throw Stop.mistake(option, "give seconds from 1 on, at most a year");
    }
    return Duration.ofSeconds(seconds);
  }

  /** Where the command tells what becomes of it; {@code key} stands for what it sends. */
  SendReport report(CommandLine line, Map<String, String> environment, String key) {
    var terminal = Terminal.isError(Optional.ofNullable(environment.get("TERM")));
    var view = new ProgressView(line.getErr(), terminal, Time.system());
    return new SendReport(line.getOut(), line.getErr(), json, view, key);
  }

  /** What is wrong with the command line itself, said as the rest is. */
  public static int misread(CommandLine.ParameterException wrong, String... arguments) {
    var line = wrong.getCommandLine();
    var words = String.valueOf(wrong.getMessage());
    if (Arrays.asList(arguments).contains(JSON)) {
      return SendReport.misread(line.getOut(), line.getErr(), words);
    }
    line.getErr().println(words);
    line.getErr().println(line.getCommandSpec().qualifiedName() + " --help explains all options");
    return End.MISTAKE.code();
  }

  /** Whether a command has these options. */
  public static boolean areOf(CommandSpec command) {
    return command.mixins().values().stream()
            .anyMatch(mixin -> mixin.userObject() instanceof ApiOptions)
        || command.userObject() instanceof JobsCommand;
  }

  /**
   * What was given, or else set in the environment.
   *
   * @throws Stop if something is missing or wrong
   */
  PortalApi.Access access(Map<String, String> environment, Path directory) {
    var name =
        given(
            environment, "--app", app, "BELFRY_APP", "the app's name, as in its address /Hub/NAME");
    if (!APP.matcher(name).matches()) {
      throw Stop.mistake("--app", "'" + name + "' is no name of an app");
    }
    var address =
        given(environment, "--portal", portal, "BELFRY_PORTAL", "https://belfry.example.com");
    return new PortalApi.Access(uri(address), name, token(environment, directory));
  }

  private static String given(
      Map<String, String> environment,
      String option,
      @Nullable String value,
      String variable,
      String like) {
    return Optional.ofNullable(value)
        .or(() -> Optional.ofNullable(environment.get(variable)))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .orElseThrow(() -> Stop.mistake(option, "give it, or set " + variable + ": " + like));
  }

  /** Only over TLS or on this machine: whoever reads the token may send with it. */
  private static URI uri(String text) {
    try {
      var uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      var scheme = Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
      var host = uri.getHost();
      var plain = scheme.equals("http") && host != null && LOOPBACK.matcher(host).matches();
      if (host == null
          || !(scheme.equals("https") || scheme.equals("http"))
          || uri.getUserInfo() != null
          || !uri.getRawPath().isEmpty()
          || uri.getRawQuery() != null
          || uri.getRawFragment() != null) {
        throw Stop.mistake("--portal", "'" + text + "' is not like https://belfry.example.com");
      }
      if (scheme.equals("http") && !plain) {
        throw Stop.mistake(
            "--portal", "the token would be sent where others can read it. Use https://");
      }
      return uri;
    } catch (URISyntaxException _) {
      throw Stop.mistake("--portal", "'" + text + "' is not like https://belfry.example.com");
    }
  }

  private Secret token(Map<String, String> environment, Path directory) {
    var text = Optional.<String>empty();
    if (tokenFile != null) {
      try (var in = Files.newInputStream(directory.resolve(tokenFile))) {
        text = Optional.of(GivenFile.text("--token-file", in, MOST_BYTES));
      } catch (IOException e) {
        throw Stop.mistake("--token-file", "it cannot be read: " + FileTrouble.words(e));
      }
    }
    var token =
        text.or(() -> Optional.ofNullable(environment.get("BELFRY_TOKEN")))
            .map(String::strip)
            .filter(one -> !one.isEmpty())
            .orElseThrow(() ->
                Stop.mistake(
                    "BELFRY_TOKEN",
                    "set it, or give --token-file. A token is made on the page: your name, API tokens"));
    if (!token.matches("[\\x21-\\x7e]{1,500}")) {
      throw Stop.mistake(tokenFile == null ? "BELFRY_TOKEN" : "--token-file", "this is no token");
    }
    return new Secret(token);
  }
}
