package belfry.signin;

import belfry.apps.App;
import belfry.base.Secret;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The OAuth client as which the platform knows the portal.
 *
 * @param clientId {@code MESSAGING_INTEGRATION_CLIENT_ID}
 * @param clientSecret {@code MESSAGING_INTEGRATION_CLIENT_SECRET}
 * @param callbackTemplate {@code OAUTH_CALLBACK_URL_TEMPLATE}: {@code {app}}, {@code :app} or
 *     {@code %s} stands for the app's name; without a placeholder it is used as it is
 * @param scope the scopes requested at sign-in, separated by spaces
 * @param pkce whether the exchange uses PKCE (RFC 7636)
 * @param stateRequired whether callbacks without our state are refused
 */
public record Integration(
    Optional<String> clientId,
    Optional<Secret> clientSecret,
    Optional<String> callbackTemplate,
    String scope,
    boolean pkce,
    boolean stateRequired) {

  /** The scope needed for searching people, and nothing more. */
  public static final String DEFAULT_SCOPE = "spark:people_read";

  boolean canStart() {
    return clientId.isPresent() && callbackTemplate.isPresent();
  }

  boolean canFinish() {
    return canStart() && clientSecret.isPresent();
  }

  /** The callback's address for this app: the same in the authorization and in the exchange. */
  String callbackFor(App app) {
    var name = URLEncoder.encode(app.name().value(), StandardCharsets.UTF_8);
    return callbackTemplate
        .orElseThrow()
        .replace("{app}", name)
        .replaceFirst(":app(?![A-Za-z0-9_])", name)
        .replace("%s", name);
  }

  /** The full address of the app's page, on the host that the platform sends browsers back to. */
  String pageFor(App app) {
    return URI.create(callbackFor(app))
        .resolve("/Hub/" + app.name() + "/sendMessage.html")
        .toString();
  }
}
