package belfry.cli.checks;

import belfry.apps.App;
import belfry.base.Time;
import belfry.cli.settings.Settings;
import belfry.platform.Platform;
import belfry.platform.WebhooksApi.Webhook;
import belfry.platform.wire.Response;
import belfry.web.Web;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Looks for what operators usually get wrong or what goes wrong around Belfry, beside a portal that
 * runs or without one. It changes nothing.
 */
final class Doctor {
  private static final long MEGABYTE = 1024L * 1024;
  private static final long FEW = 1_024 * MEGABYTE;
  private static final long TOO_FEW = 100 * MEGABYTE;

  /** A clock that is followed by NTP is right to a second. */
  private static final Duration WRONG = Duration.ofSeconds(30);

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Settings settings;
  private final Platform platform;
  private final Time time;

  Doctor(Settings settings, Platform platform, Time time) {
    this.settings = settings;
    this.platform = platform;
    this.time = time;
  }

  List<CheckResult> examine() {
    var findings = new ArrayList<CheckResult>();
    var checkup = new Checkup(settings, platform);
    var portal = portal(address());
    findings.addAll(portal.findings);
    if (portal.runs && settings.databaseUrl().isEmpty()) {
      findings.add(CheckResult.ok("keys", "not tried while the portal uses its directory"));
    } else {
      findings.addAll(checkup.database());
    }
    var bots = checkup.bots();
    findings.addAll(bots);
    if (bots.stream().anyMatch(bot -> bot.grade() == CheckResult.Grade.OK)) {
      findings.add(clock(Duration.between(time.now(), platform.clock().now())));
    }
    findings.add(disk());
    findings.add(callback(settings.integration().callbackTemplate()));
    findings.addAll(webhooks());
    settings.advice().forEach(words -> findings.add(CheckResult.careful("settings", words)));
    return findings;
  }

  // A portal that runs ---------------------------------------------------------------------------

  private URI address() {
    return OwnStatus.address(settings.host(), settings.port(), "/status");
  }

  /**
   * What is found at the portal's address.
   *
   * @param runs whether it answers as Belfry does
   */
  record AtAddress(boolean runs, List<CheckResult> findings) {
    static AtAddress only(CheckResult finding) {
      return new AtAddress(false, List.of(finding));
    }
  }

  /** What it checks of itself, if it runs. */
  static AtAddress portal(URI address) {
    var topic = "portal";
    try {
      var status = OwnStatus.ask(address, PATIENCE);
      return isJson(status) && status.checks().isObject()
          ? new AtAddress(true, running(status.checks()))
          : AtAddress.only(
              CheckResult.failed(
                  topic,
                  "What comes from %s is not what Belfry says of itself (HTTP %d). If another program answers there, give one of them another PORT."
                      .formatted(address, status.code())));
    } catch (ConnectException _) {
      return AtAddress.only(CheckResult.ok(topic, "does not run at " + address));
    } catch (IOException e) {
      return AtAddress.only(
          CheckResult.failed(
              topic,
              "Something takes connections at %s and does not answer (%s). If it is Belfry, start it again, and report what it logged."
                  .formatted(address, e.getMessage())));
    }
  }

  private static boolean isJson(OwnStatus status) {
    try {
      return status.json().isObject();
    } catch (IOException _) {
      return false;
    }
  }

  static List<CheckResult> running(JsonNode checks) {
    var isFaultKnown = !checks.path("database").path("ok").asBoolean();
    return checks.properties().stream()
        .map(check -> {
          var topic = "portal: " + check.getKey();
          var words = check.getValue().path("detail").asText();
          // One fault is mended, not also all that cannot be found out because of it.
          return check.getValue().path("ok").asBoolean()
                  || (isFaultKnown && words.equals(Web.NOT_KNOWN))
              ? CheckResult.ok(topic, words)
              : CheckResult.failed(topic, words);
        })
        .toList();
  }

  // Around it ------------------------------------------------------------------------------------

  static CheckResult clock(Duration platformAhead) {
    if (platformAhead.abs().compareTo(WRONG) <= 0) {
      return CheckResult.ok("clock", "ok, as the platform's to within " + WRONG.toSeconds() + " s");
    }
    return CheckResult.careful(
        "clock",
        "This machine's clock is %d s %s the platform's, and jobs start by it. Let it follow a time server (NTP)."
            .formatted(
                platformAhead.abs().toSeconds(),
                platformAhead.isNegative() ? "ahead of" : "behind"));
  }

  private CheckResult disk() {
    var place = settings.data().toAbsolutePath();
    while (!Files.exists(place)) {
      place = Optional.ofNullable(place.getParent()).orElseThrow();
    }
    // Not through its FileStore: in a root file system of its own that has no mount point.
    return disk(place, place.toFile().getUsableSpace());
  }

  static CheckResult disk(Path place, long free) {
    var words = "%,d MB are free at %s".formatted(free / MEGABYTE, place);
    if (free < TOO_FEW) {
      return CheckResult.failed(
          "disk", words + ". Nothing can be sent without room to record it: free some.");
    }
    return free < FEW
        ? CheckResult.careful(
            "disk", words + ". A million recipients take about 500 MB: free some.")
        : CheckResult.ok("disk", "ok, " + words);
  }

  /** Whether browsers come back, and keep the cookies that they are given then. */
  static CheckResult callback(Optional<String> template) {
    var topic = "callback";
    if (template.isEmpty()) {
      return CheckResult.failed(
          topic, "OAUTH_CALLBACK_URL_TEMPLATE is not set: nobody can sign in.");
    }
    var address =
        URI.create(
            template.get().replace("{app}", "app").replace(":app", "app").replace("%s", "app"));
    var host = String.valueOf(address.getHost());
    var isHere = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
    if (address.getScheme().equals("http") && !isHere) {
      return CheckResult.failed(
          topic,
          "%s is not https: browsers do not keep the cookies of a sign-in that they are given there. Put a proxy with a certificate in front, and write https in OAUTH_CALLBACK_URL_TEMPLATE."
              .formatted(address));
    }
    if (!String.valueOf(address.getPath()).equals("/Hub/app/oauth")) {
      return CheckResult.careful(
          topic,
          "Belfry answers sign-ins at /Hub/{app}/oauth, and %s is elsewhere. That works only if a proxy translates it."
              .formatted(template.get()));
    }
    try {
      var _ = InetAddress.getByName(host);
    } catch (UnknownHostException _) {
      return CheckResult.careful(
          topic, "The name %s is not known here. Browsers must know it.".formatted(host));
    }
    return CheckResult.ok(
        topic, "ok, " + template.get() + "; it must be registered at the integration");
  }

  // Answers --------------------------------------------------------------------------------------

  private List<CheckResult> webhooks() {
    var answers = settings.answers();
    if (!answers.read()) {
      return List.of(CheckResult.ok("webhooks", "not used: BELFRY_ANSWERS is off"));
    }
    return answers.publicUrl().isEmpty()
        ? List.of(
            CheckResult.ok(
                "webhooks",
                "not used without PUBLIC_URL: written answers are looked for, pressed buttons are not seen"))
        : settings.apps().stream()
            .flatMap(app ->
                IntStream.range(0, app.botTokens().size())
                    .mapToObj(place ->
                        webhooks(
                            app,
                            place,
                            answers.publicUrl().get(),
                            platform.webhooks().list(app.botTokens().get(place)))))
            .toList();
  }

  /** Which number a bot has is known to the portal alone, and all numbers of its app are right. */
  static CheckResult webhooks(App app, int place, URI publicUrl, Response<List<Webhook>> listed) {
    var topic =
        "webhooks of "
            + (app.botTokens().size() == 1
                ? app.name()
                : "bot %d of %s".formatted(place + 1, app.name()));
    if (!(listed instanceof Response.Got<List<Webhook>>(var all))) {
      return CheckResult.careful(topic, "They cannot be listed: " + listed.trouble().english());
    }
    var path = "/Hub/" + app.name() + "/answers/event";
    var target = publicUrl.toString().replaceFirst("/+$", "") + path;
    var ours = all.stream().filter(one -> ofAnyBot(one).equals(target)).toList();
    if (Stream.of("messages", "attachmentActions")
        .allMatch(resource ->
            ours.stream()
                .anyMatch(one -> one.wish().resource().equals(resource) && one.active()))) {
      return CheckResult.ok(topic, "ok, " + ours.getFirst().wish().target());
    }
    if (ours.stream().anyMatch(one -> !one.active())) {
      return CheckResult.failed(
          topic,
          "Webex has given up telling %s, because it did not answer. Belfry mends this within an hour; see whether Webex can reach PUBLIC_URL."
              .formatted(target));
    }
    var elsewhere = all.stream().filter(one -> ofAnyBot(one).endsWith(path)).findFirst();
    return elsewhere
        .map(one ->
            CheckResult.careful(
                topic,
                "They tell %s, and PUBLIC_URL says %s. Belfry mends this at its next start."
                    .formatted(one.wish().target(), target)))
        .orElseGet(() ->
            CheckResult.careful(topic, "None is registered. Belfry does that when it starts."));
  }

  /** A further bot's address has its number. */
  private static String ofAnyBot(Webhook webhook) {
    return webhook.wish().target().replaceFirst("/[0-9]+$", "");
  }
}
