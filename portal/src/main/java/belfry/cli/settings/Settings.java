package belfry.cli.settings;

import belfry.answers.AnswerSettings;
import belfry.apps.App;
import belfry.base.Secret;
import belfry.delivery.foundation.Tuning;
import belfry.hooks.HookSettings;
import belfry.http.StrictTransport;
import belfry.http.TrustedProxies;
import belfry.people.directory.DirectorySettings;
import belfry.signin.Integration;
import belfry.signin.SessionPolicy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything an operator can set; docs/configuration.md describes each.
 *
 * @param platform {@code MESSAGING_API_URL}, without {@code /v1}
 * @param data {@code BELFRY_DATA}
 * @param databaseUrl {@code DATABASE_URL}; empty for SQLite in {@code data}
 * @param keyFile {@code BELFRY_KEY_FILE}
 * @param metricsToken {@code BELFRY_METRICS_TOKEN}
 * @param draining {@code BELFRY_DRAIN_SECONDS}: how long requests are answered after it was asked
 *     to stop
 */
public record Settings(
    Integration integration,
    URI platform,
    String host,
    int port,
    Path data,
    Optional<Secret> databaseUrl,
    Optional<Path> keyFile,
    TrustedProxies proxies,
    StrictTransport transport,
    SessionPolicy sessions,
    Tuning tuning,
    List<App> apps,
    DirectorySettings directory,
    AnswerSettings answers,
    HookSettings hooks,
    Optional<Secret> metricsToken,
    Duration draining) {

  /** Settings that a new portal should have, as messages for its operator. */
  public List<String> advice() {
    var advice = new ArrayList<String>();
    if (sessions.organisations().isEmpty()) {
      advice.add(
          "Anybody with a Webex account gets a session here (and may do nothing until an administrator adds them). Name your organisation in ALLOWED_ORGS to let its people in only");
    }
    if (!integration.stateRequired() || !integration.pkce()) {
      advice.add(
          "Set OAUTH_STATE=required and OAUTH_PKCE=true, unless another program signs in here without our page: sign-ins that did not begin here are then refused");
    }
    return advice;
  }
}
