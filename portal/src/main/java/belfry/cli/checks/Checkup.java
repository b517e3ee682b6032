package belfry.cli.checks;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Time;
import belfry.cli.settings.Keys;
import belfry.cli.settings.Settings;
import belfry.people.directory.DirectoryToken;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Response;
import belfry.storage.Databases;
import belfry.storage.StorageException;
import belfry.storage.Vault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Tries what the settings name: the database, the keys, the directory and the bots. */
final class Checkup {
  private final Settings settings;
  private final Platform platform;

  Checkup(Settings settings, Platform platform) {
    this.settings = settings;
    this.platform = platform;
  }

  List<CheckResult> database() {
    var findings = new ArrayList<CheckResult>();
    var tried = "database";
    try (var database = Databases.open(settings.databaseUrl(), settings.data())) {
      findings.add(CheckResult.ok("database", "ok, " + database.engine()));
      database.risks().forEach(risk -> findings.add(CheckResult.careful("database", risk)));
      tried = "keys";
      var vault = new Vault(Keys.of(settings, database));
      findings.add(CheckResult.ok("keys", "ok"));
      tried = "directory";
      var directory =
          new DirectoryToken(settings.directory(), platform, database, vault, Time.system());
      if (directory.configured()) {
        findings.add(
            directory
                .tried()
                .map(why -> CheckResult.failed("directory", why))
                .orElseGet(() -> CheckResult.ok("directory", "ok")));
      }
    } catch (StorageException e) {
      findings.add(CheckResult.failed(tried, String.valueOf(e.getMessage())));
    }
    return findings;
  }

  List<CheckResult> bots() {
    var findings = new ArrayList<CheckResult>();
    var owners = new HashMap<PersonId, AppName>();
    for (App app : settings.apps()) {
      for (var i = 0; i < app.botTokens().size(); i++) {
        var bot = platform.people().me(app.botTokens().get(i));
        if (bot instanceof Response.Got<Profile>(var profile)) {
          var owner = owners.putIfAbsent(profile.id(), app.name());
          bot =
              owner == null
                  ? bot
                  : new Response.Denied<>(Apps.NOT_OURS, Apps.sharedWith(owner, app.name()));
        }
        findings.add(finding(topic("bot", app, i), bot));
      }
    }
    return findings;
  }

  /** One of several bots is named as in the settings: the third. */
  static String topic(String what, App app, int place) {
    return app.botTokens().size() == 1
        ? "%s of %s".formatted(what, app.name())
        : "%s %d of %s".formatted(what, place + 1, app.name());
  }

  private static CheckResult finding(String topic, Response<Profile> bot) {
    return bot instanceof Response.Got<Profile>(var profile)
        ? CheckResult.ok(
            topic,
            "ok, %s <%s>%s"
                .formatted(profile.displayName(), profile.email(), organisation(profile)))
        : CheckResult.failed(topic, trouble(bot));
  }

  private static String trouble(Response<Profile> failed) {
    return failed instanceof Response.Denied<Profile>(var status, var words)
            && status == Apps.NOT_OURS
        ? "The token cannot be used: " + words
        : failed.trouble().english();
  }

  private static String organisation(Profile bot) {
    return bot.organisation().isEmpty() ? "" : ", organization " + bot.organisation();
  }
}
