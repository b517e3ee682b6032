package belfry.signin;

import belfry.apps.App;
import belfry.base.Hash;
import belfry.base.Phrase;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Grant;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.Tokens;
import belfry.platform.wire.Response;
import belfry.storage.Database;
import belfry.storage.Vault;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signing in with the platform's OAuth (interface.md 4.1; design in docs/sign-in.md). */
public final class SignIn {
  private static final Logger LOG = LoggerFactory.getLogger(SignIn.class);
  private static final int LONGEST_CODE = 2_048;

  private final Integration integration;
  private final SessionPolicy policy;
  private final Platform platform;
  private final Sessions sessions;
  private final PersonTokens tokens;
  private final States states;

  /** Limits for sign-ins with our state, which others cannot use up. */
  private final ExchangeLimits begunHere;

  private final ExchangeLimits begunElsewhere;
  private final CodeReplays earlier;

  /** Sign-in for all apps. */
  public SignIn(
      Integration integration,
      SessionPolicy policy,
      Platform platform,
      Database database,
      Vault vault,
      Time time) {
    this.integration = integration;
    this.policy = policy;
    this.platform = platform;
    sessions = new Sessions(database, policy, time);
    tokens = new PersonTokens(database, vault, platform, integration, time);
    states = new States(vault, database, time);
    begunHere = new ExchangeLimits(time, ExchangeLimits.BEGUN_HERE);
    begunElsewhere = new ExchangeLimits(time, ExchangeLimits.BEGUN_ELSEWHERE);
    earlier = new CodeReplays(time);
  }

  public Sessions sessions() {
    return sessions;
  }

  public SessionPolicy policy() {
    return policy;
  }

  public PersonTokens tokens() {
    return tokens;
  }

  /** Where a person can start again; known once the callback is configured. */
  public String page(App app) {
    return integration.pageFor(app);
  }

  /**
   * The full address of an app's page; empty while it is not configured where browsers come from.
   */
  public Optional<String> address(App app) {
    return integration.callbackTemplate().map(_ -> integration.pageFor(app));
  }

  /** Records that a session was used, so the browser keeps its cookies. */
  public void seen(Session session) {
    begunHere.used(session.tokenHash());
    begunElsewhere.used(session.tokenHash());
  }

  /** Where to send the browser. */
  public sealed interface Start {
    /**
     * The platform's page, and the browser's half of the state for a cookie.
     *
     * @param id a part of the cookie's name
     */
    record To(String url, String id, Secret half) implements Start {}

    record NotConfigured(Phrase why) implements Start {}
  }

  public Start start(App app) {
    if (!integration.canStart()) {
      return new Start.NotConfigured(
          Phrase.of(
              "signIn.notConfigured",
              "Sign-in is not configured. Set MESSAGING_INTEGRATION_CLIENT_ID and OAUTH_CALLBACK_URL_TEMPLATE, then restart."));
    }
    var issued = states.issue(app);
    var query = new LinkedHashMap<String, String>();
    query.put("client_id", integration.clientId().orElseThrow());
    query.put("response_type", "code");
    query.put("redirect_uri", integration.callbackFor(app));
    query.put("scope", integration.scope());
    query.put("state", issued.state());
    if (integration.pkce()) {
      query.put("code_challenge", Hash.sha256(states.verifier(issued.id(), issued.value())));
      query.put("code_challenge_method", "S256");
    }
    var parts = new ArrayList<String>();
    query.forEach((name, value) -> parts.add(name + "=" + encoded(value)));
    return new Start.To(
        platform.oauth().authorizationEndpoint() + "?" + String.join("&", parts),
        issued.id(),
        issued.value());
  }

  /** The result of a callback. The words are for the person. */
  public sealed interface Result {
    /** Signed in; {@code confirmed} is false if the person must first confirm it. */
    record SignedIn(Profile profile, Secret token, boolean confirmed) implements Result {}

    record NotConfigured(String explanation) implements Result {}

    record Invalid(String explanation) implements Result {}

    /** The platform declined. */
    record Declined(String explanation) implements Result {}

    /** They belong to an organization that is not allowed. */
    record Foreign(String explanation) implements Result {}

    /** The platform could not be asked, or its answer could not be used. */
    record Broken(String explanation) implements Result {}

    record TooMany(String explanation, Duration rest) implements Result {}
  }

  /** Makes the checks in the order of interface.md 4.1, then the exchange, at most once. */
  public Result finish(App app, Callback callback) {
    if (!integration.canFinish()) {
      return new Result.NotConfigured(
          "Sign-in is not configured. Set MESSAGING_INTEGRATION_CLIENT_ID,"
              + " MESSAGING_INTEGRATION_CLIENT_SECRET and OAUTH_CALLBACK_URL_TEMPLATE, then"
              + " restart.");
    }
    if (callback.codes().stream().allMatch(String::isEmpty)) {
      return new Result.Invalid(
          callback
              .error()
              .map(SignIn::refusal)
              .orElse("The address carries no code. Start again."));
    }
    if (callback.codes().size() > 1 || callback.codes().getFirst().length() > LONGEST_CODE) {
      return new Result.Invalid("The address carries a code that cannot be one. Start again.");
    }
    return switch (Admission.of(app, callback, states, integration.stateRequired())) {
      case Admission.No(var why) ->
          new Result.Invalid("This sign-in cannot be finished: " + why + ". Start again.");
      case Admission.Yes yes -> exchangeOnce(app, callback, yes);
    };
  }

  private static String refusal(String error) {
    return error.equals("access_denied")
        ? "You did not let Belfry know who you are, so nobody is signed in. Start again if that was a mistake."
        : "Webex refused the sign-in (%s). Tell the people who run this portal."
            .formatted(error.replaceAll("[^A-Za-z0-9_ .-]", "?"));
  }

  private Result exchangeOnce(App app, Callback callback, Admission.Yes admission) {
    var code = callback.codes().getFirst();
    return earlier.once(
        code,
        admission.half(),
        () -> limited(app, callback, admission),
        profile -> signedIn(profile, callback, admission));
  }

  private Optional<Result> usedState(Admission.Yes admission) {
    return admission.stateId().isPresent() && !states.use(admission.stateId().get())
        ? Optional.of(new Result.Invalid("This sign-in was already used. Start again."))
        : Optional.empty();
  }

  private Result limited(App app, Callback callback, Admission.Yes admission) {
    var beganHere = admission.stateId().isPresent();
    var exchanges = beganHere ? begunHere : begunElsewhere;
    // Behind one address many people may use the same kind of browser; a state identifies this one.
    if (beganHere
        ? exchanges.losesSessions(hashes(callback))
        : exchanges.losesSessions(callback.browser())) {
      LOG.warn(
          "Sign-in stopped for a browser at {}: its last {} sessions were never used",
          callback.address(),
          ExchangeLimits.LOST_SESSIONS);
      return new Result.TooMany(
          "You were signed in several times, but your browser did not keep it. Allow cookies for"
              + " this site, and open it over https (or as localhost). Then try again in two"
              + " minutes.",
          Duration.ofMinutes(2));
    }
    var wait = exchanges.admit(callback.address());
    if (wait.isPresent()) {
      return new Result.TooMany("Too many sign-ins from here. Try again in a minute.", wait.get());
    }
    if (!exchanges.begin()) {
      return new Result.TooMany(
          "Many people are signing in just now. Try again in a few seconds.",
          Duration.ofSeconds(2));
    }
    try {
      return usedState(admission).orElseGet(() -> exchanged(app, callback, admission));
    } finally {
      exchanges.end();
    }
  }

  private Result exchanged(App app, Callback callback, Admission.Yes admission) {
    var form = new LinkedHashMap<String, String>();
    form.put("grant_type", "authorization_code");
    form.put("client_id", integration.clientId().orElseThrow());
    form.put("client_secret", integration.clientSecret().orElseThrow().reveal());
    form.put("code", callback.codes().getFirst());
    form.put("redirect_uri", integration.callbackFor(app));
    if (integration.pkce()) {
      admission
          .stateId()
          .ifPresent(
              id -> form.put("code_verifier", states.verifier(id, admission.half().orElseThrow())));
    }
    return switch (platform.oauth().request(form)) {
      case Grant.Declined(var status, var reason) -> {
        LOG.warn("Sign-in to {}: the token endpoint answered {} {}", app.name(), status, reason);
        yield new Result.Declined(
            reason.isBlank() ? "Webex did not accept the sign-in. Start again." : reason);
      }
      case Grant.Failed(var why) -> {
        LOG.warn("Sign-in to {}: the token endpoint could not be used: {}", app.name(), why);
        yield new Result.Broken(
            "Webex could not be reached to finish the sign-in. Start again in a moment.");
      }
      case Grant.Granted(var granted) -> identified(app, callback, admission, granted);
    };
  }

  private Result identified(App app, Callback callback, Admission.Yes admission, Tokens granted) {
    return switch (platform.people().me(granted.access())) {
      case Response.Got<Profile>(var profile) when !policy.allows(profile.organisation()) -> {
        LOG.warn(
            "Sign-in to {}: {} belongs to organization '{}', which is not in ALLOWED_ORGS",
            app.name(),
            profile.id(),
            profile.organisation());
        yield new Result.Foreign(
            "Your Webex account belongs to an organisation that may not use this portal. Sign in with another account, or ask the people who run this portal.");
      }
      case Response.Got<Profile>(var profile) -> {
        tokens.keep(profile.id(), granted);
        yield signedIn(profile, callback, admission);
      }
      case Response<Profile> failed -> {
        LOG.warn("Sign-in to {}: the profile could not be read: {}", app.name(), failed.trouble());
        yield new Result.Broken("Webex did not say who you are. Start again in a moment.");
      }
    };
  }

  private Result.SignedIn signedIn(Profile profile, Callback callback, Admission.Yes admission) {
    var token = sessions.create(profile, admission.full(), callback);
    var exchanges = admission.stateId().isPresent() ? begunHere : begunElsewhere;
    exchanges.created(callback.browser(), Hash.sha256(token.reveal()), hashes(callback));
    return new Result.SignedIn(profile, token, admission.full());
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static List<String> hashes(Callback callback) {
    return callback.presented().stream().map(token -> Hash.sha256(token.reveal())).toList();
  }
}
