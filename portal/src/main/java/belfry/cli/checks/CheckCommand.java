package belfry.cli.checks;

import belfry.base.EnumWord;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.cli.settings.InvokedCommand;
import belfry.cli.settings.Settings;
import belfry.delivery.foundation.Tuning;
import belfry.platform.Platform;
import java.io.PrintWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/** Prints the settings in force, and tests the database, the bots and the directory. */
@Command(
    name = "check",
    description =
        "Prints the settings in force with secrets masked, and tests the database and the platform.")
public final class CheckCommand extends InvokedCommand {
  @Override
  public Integer call() {
    var read = invocation.reading();
    var settings = read.settings();
    var out = out();
    print(out, settings);
    read.strange().forEach(out::println);
    if (!read.strange().isEmpty()) {
      out.println();
    }
    var findings = new ArrayList<CheckResult>();
    try (var platform =
        new Platform(settings.platform(), settings.tuning().requestTimeout(), Time.system())) {
      var checkup = new Checkup(settings, platform);
      findings.addAll(checkup.database());
      findings.addAll(checkup.bots());
    }
    findings.forEach(finding -> line(out, finding.topic(), finding.line()));
    out.println(verdict(findings));
    out.flush();
    return has(findings, CheckResult.Grade.FAILED) ? 1 : 0;
  }

  private static String verdict(List<CheckResult> findings) {
    if (has(findings, CheckResult.Grade.FAILED)) {
      return "Something needs attention, see above.";
    }
    return has(findings, CheckResult.Grade.CAREFUL)
        ? "Everything works, but some data could be lost, see above."
        : "All checks passed.";
  }

  private static boolean has(List<CheckResult> findings, CheckResult.Grade grade) {
    return findings.stream().anyMatch(finding -> finding.grade() == grade);
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
    line(out, "BELFRY_HSTS", EnumWord.of(settings.transport()));
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
    line(out, "BELFRY_WEBHOOK_NETWORKS", settings.hooks().toString());
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
    line(out, "BELFRY_DRAIN_SECONDS", Long.toString(settings.draining().toSeconds()));
    line(
        out,
        "BELFRY_TRIAL_SPEED",
        settings.tuning().equals(Tuning.PRODUCTION) ? "1" : "SHORTENED TIMES: for trials only");
    line(out, "directory.client-id", settings.directory().clientId().orElse("not set"));
    line(out, "directory.client-secret", masked(settings.directory().clientSecret()));
    line(out, "directory.refresh-token", masked(settings.directory().refreshToken()));
    for (var app : settings.apps()) {
      line(out, "apps." + app.name() + ".title", app.title());
      var tokens = String.join(", ", app.botTokens().stream().map(Secret::toString).toList());
      line(
          out,
          "apps." + app.name() + (app.botTokens().size() == 1 ? ".bot-token" : ".bots"),
          tokens);
      line(
          out,
          "apps." + app.name() + ".admins",
          app.admins().isEmpty()
              ? "none: the console prints a claim code"
              : String.join(", ", app.admins()));
      line(out, "apps." + app.name() + ".ask-when-fewer-by", app.largestDrop() + " percent");
      line(
          out,
          "apps." + app.name() + ".keep-results",
          app.resultsKept()
              .map(kept -> kept.toDays() + " days")
              .orElse("not set: everything is kept"));
    }
    out.println();
  }

  private static String masked(Optional<Secret> secret) {
    return secret.map(Secret::toString).orElse("not set");
  }

  private static void line(PrintWriter out, String name, String value) {
    out.printf("%-38s %s%n", name, value);
  }
}
