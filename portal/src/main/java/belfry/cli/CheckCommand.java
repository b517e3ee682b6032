package belfry.cli;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.delivery.Tuning;
import belfry.people.DirectoryToken;
import belfry.platform.Answer;
import belfry.platform.PersonId;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.storage.Databases;
import belfry.storage.Keyring;
import belfry.storage.StorageException;
import belfry.storage.Vault;
import java.io.PrintWriter;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Prints the settings in force, and tests the database, the bots and the directory. */
@Command(
    name = "check",
    description =
        "Prints the settings in force with secrets masked, and tests the database and the platform.")
final class CheckCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @ParentCommand
  @SuppressWarnings("NullAway.Init")
  private Main main;

  private boolean sound = true;

  /** The setup works but could lose data; the operator must decide whether that is acceptable. */
  private boolean careful;

  @Override
  public Integer call() {
    var settings = main.settings();
    var out = spec.commandLine().getOut();
    print(out, settings);
    try (var platform =
        new Platform(settings.platform(), settings.tuning().requestTimeout(), Time.system())) {
      database(out, settings, platform);
      bots(out, settings, platform);
    }
    out.println(verdict());
    out.flush();
    return sound ? 0 : 1;
  }

  private String verdict() {
    if (!sound) {
      return "Something needs attention, see above.";
    }
    return careful
        ? "Everything works, but some data could be lost, see above."
        : "All checks passed.";
  }

  private static void print(PrintWriter out, Settings settings) {
    var integration = settings.integration();
    line(
        out,
        "MESSAGING_INTEGRATION_CLIENT_ID",
        integration.clientId().orElse("not set: nobody can sign in"));
    line(out, "MESSAGING_INTEGRATION_CLIENT_SECRET", masked(integration.clientSecret()));
    line(
        out,
        "OAUTH_CALLBACK_URL_TEMPLATE",
        integration.callbackTemplate().orElse("not set: nobody can sign in"));
    line(out, "OAUTH_SCOPE", integration.scope());
    line(out, "OAUTH_STATE", integration.stateRequired() ? "required" : "accepted");
    line(out, "OAUTH_PKCE", Boolean.toString(integration.pkce()));
    line(
        out,
        "ALLOWED_ORGS",
        settings.sessions().organisations().isEmpty()
            ? "not set: anybody with a Webex account gets a session"
            : String.join(", ", settings.sessions().organisations()));
    line(
        out,
        "BELFRY_SESSION_IDLE_MINUTES",
        settings
            .sessions()
            .idle()
            .map(idle -> Long.toString(idle.toMinutes()))
            .orElse("not set: a session lasts for 24 hours, used or not"));
    line(out, "BELFRY_HSTS", settings.transport().name().toLowerCase(Locale.ROOT));
    line(out, "MESSAGING_API_URL", settings.platform().toString());
    line(out, "HOST", settings.host());
    line(out, "PORT", Integer.toString(settings.port()));
    line(out, "BELFRY_DATA", settings.data().normalize().toString());
    line(
        out,
        "DATABASE_URL",
        settings.databaseUrl().isPresent()
            ? masked(settings.databaseUrl())
            : "not set: SQLite in BELFRY_DATA");
    line(
        out,
        "BELFRY_KEY_FILE",
        settings
            .keyFile()
            .map(Object::toString)
            .orElse("not set: keys are kept in BELFRY_DATA/keys"));
    line(out, "BELFRY_TRUSTED_PROXIES", settings.proxies().toString());
    line(
        out,
        "PUBLIC_URL",
        settings
            .answers()
            .publicUrl()
            .map(URI::toString)
            .orElse("not set: written answers are looked for, pressed buttons are not seen"));
    line(out, "BELFRY_ANSWERS", settings.answers().read() ? "read" : "off");
    line(
        out,
        "BELFRY_METRICS_TOKEN",
        settings.metricsToken().map(Secret::toString).orElse("not set: there is no /metrics"));
    line(
        out,
        "BELFRY_TRIAL_SPEED",
        settings.tuning().equals(Tuning.PRODUCTION) ? "1" : "SHORTENED TIMES: for trials only");
    line(out, "directory.client-id", settings.directory().clientId().orElse("not set"));
    line(out, "directory.client-secret", masked(settings.directory().clientSecret()));
    line(out, "directory.refresh-token", masked(settings.directory().refreshToken()));
    for (var app : settings.apps()) {
      line(out, "apps." + app.name() + ".title", app.title());
      line(out, "apps." + app.name() + ".bot-token", app.botToken().toString());
      line(
          out,
          "apps." + app.name() + ".admins",
          app.admins().isEmpty()
              ? "none: the console prints a claim code"
              : String.join(", ", app.admins()));
      line(out, "apps." + app.name() + ".ask-when-fewer-by", app.largestDrop() + " percent");
    }
    out.println();
  }

  private static String masked(Optional<Secret> secret) {
    return secret.map(Secret::toString).orElse("not set");
  }

  private static void line(PrintWriter out, String name, String value) {
    out.printf("%-38s %s%n", name, value);
  }

  private void database(PrintWriter out, Settings settings, Platform platform) {
    try (var database = Databases.open(settings.databaseUrl(), settings.data())) {
      line(out, "database", "ok, " + database.engine());
      for (var risk : database.risks()) {
        careful = true;
        line(out, "database", "CAREFUL. " + risk);
      }
      var vault =
          new Vault(Keyring.open(settings.keyFile(), settings.data(), database.exclusive()));
      line(out, "keys", "ok");
      var directory =
          new DirectoryToken(settings.directory(), platform, database, vault, Time.system());
      if (directory.configured()) {
        var trouble = directory.trouble();
        sound &= trouble.isEmpty();
        line(out, "directory", trouble.map(why -> "FAILED. " + why).orElse("ok"));
      }
    } catch (StorageException e) {
      sound = false;
      line(out, "database and keys", "FAILED. " + e.getMessage());
    }
  }

  private static String trouble(Answer<Profile> failed) {
    return failed instanceof Answer.Denied<Profile>(var status, var words) && status == Apps.SHARED
        ? "The token cannot be used: " + words
        : failed.trouble().english();
  }

  private static String organisation(Profile bot) {
    return bot.organisation().isEmpty() ? "" : ", organization " + bot.organisation();
  }

  private void bots(PrintWriter out, Settings settings, Platform platform) {
    var owners = new HashMap<PersonId, AppName>();
    for (App app : settings.apps()) {
      var bot = platform.people().me(app.botToken());
      if (bot instanceof Answer.Got<Profile>(var profile)) {
        var owner = owners.putIfAbsent(profile.id(), app.name());
        bot = owner == null ? bot : new Answer.Denied<>(Apps.SHARED, Apps.sharedWith(owner));
      }
      sound &= bot instanceof Answer.Got<Profile>;
      line(
          out,
          "bot of " + app.name(),
          bot instanceof Answer.Got<Profile>(var profile)
              ? "ok, %s <%s>%s"
                  .formatted(profile.displayName(), profile.email(), organisation(profile))
              : "FAILED. " + trouble(bot));
    }
  }
}
