package belfry.web.account;

import belfry.access.ApiToken;
import belfry.access.ApiTokens;
import belfry.access.Role;
import belfry.access.Scope;
import belfry.access.TokenId;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Bare;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.base.Time;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.web.frame.Caller;
import belfry.web.frame.Features;
import belfry.web.frame.Views;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code tokens}: those with which programs act for the caller, and for administrators all. */
public final class TokenRoutes {
  private final ApiTokens tokens;
  private final Apps apps;
  private final Time time;

  public TokenRoutes(Features features, Time time) {
    tokens = features.tokens();
    apps = features.apps();
    this.time = time;
  }

  private record TokenView(
      String id,
      String name,
      String ownerName,
      List<String> scopes,
      List<AppName> apps,
      Instant createdAt,
      Instant expiresAt,
      Optional<Instant> lastUsedAt,
      Optional<String> lastAddress,
      boolean expired) {

    static TokenView of(ApiToken one, Instant now) {
      return new TokenView(
          one.id().toString(),
          one.name(),
          one.personName(),
          one.scopes().stream().sorted().map(Scope::word).toList(),
          one.apps(),
          one.created(),
          one.expires(),
          one.lastUsed(),
          Views.present(one.lastAddress()),
          !one.expires().isAfter(now));
    }
  }

  /** The only answer that has the token itself. */
  private record MadeView(TokenView token, String secret) {}

  public Reply own(Caller caller, Request request) {
    return list(tokens.of(caller.personId()));
  }

  public Reply ofApp(Caller caller, Request request) {
    return list(tokens.in(caller.app()));
  }

  private Reply list(List<ApiToken> some) {
    var now = time.now();
    return Reply.ok(
        Views.Items.all(
            some.stream().map(one -> TokenView.of(one, now)).toList(), Optional.empty()));
  }

  private record TokenForm(
      @Nullable String name,
      @Nullable List<String> scopes,
      @Nullable List<String> apps,
      @Nullable Integer days) {}

  public Reply make(Caller caller, Request request) {
    var form = Bodies.json(request, TokenForm.class);
    var scopes = scopes(form.scopes);
    var wish =
        new ApiTokens.Wish(
            name(form.name), scopes, apps(caller, form.apps, scopes), expires(form.days));
    var owner =
        new ApiTokens.Owner(
            caller.personId(), caller.displayName(), caller.session().organisation());
    return switch (tokens.make(owner, wish)) {
      case ApiTokens.Made.Done(var token, var secret) ->
          Reply.created(new MadeView(TokenView.of(token, time.now()), secret.reveal()));
      case ApiTokens.Made.Refused(var why) -> throw Problem.conflict(why).thrown();
    };
  }

  private static String name(@Nullable String name) {
    if (name == null || Bare.isBlank(name) || !Shortened.isShort(name, ApiTokens.LONGEST_NAME)) {
      throw Problem.invalid(
              "name",
              Phrase.of(
                  "token.name",
                  "Give it a name of 1 to {{most}} characters, to tell it from others.",
                  "most",
                  ApiTokens.LONGEST_NAME))
          .thrown();
    }
    return Bare.line(name);
  }

  private static Set<Scope> scopes(@Nullable List<String> words) {
    var scopes = EnumSet.noneOf(Scope.class);
    var given = words == null ? List.<String>of() : words;
    for (var i = 0; i < given.size(); i++) {
      var field = "scopes[" + i + "]";
      scopes.add(
          Scope.read(given.get(i))
              .orElseThrow(() ->
                  Problem.invalid(
                          field,
                          Phrase.of("token.scopeUnknown", "This must be read, send or administer."))
                      .thrown()));
    }
    if (scopes.isEmpty()) {
      throw Problem.invalid(
              "scopes", Phrase.of("token.scopes", "Say what it may do: read, send, administer."))
          .thrown();
    }
    return scopes;
  }

  /** Apps in which the caller has, at this moment, the rights that the token is to have. */
  private List<App> apps(Caller caller, @Nullable List<String> names, Set<Scope> scopes) {
    var given = names == null || names.isEmpty() ? List.of(caller.app().name().value()) : names;
    Map<AppName, App> chosen = new LinkedHashMap<>();
    for (var i = 0; i < given.size(); i++) {
      var field = "apps[" + i + "]";
      var name = given.get(i);
      var app =
          AppName.parse(name)
              .flatMap(apps::find)
              .orElseThrow(() ->
                  Problem.invalid(
                          field,
                          Phrase.of(
                              "app.unknown",
                              "There is no app called '{{name}}' here.",
                              "name",
                              name))
                      .thrown());
      var role = caller.roleIn(app);
      if (role.isEmpty() || (scopes.contains(Scope.ADMINISTER) && role.get() != Role.ADMIN)) {
        throw Problem.invalid(
                field,
                Phrase.of(
                    "token.notYours",
                    "You may not do this in {{app}} yourself, so no token of yours may.",
                    "app",
                    app.title()))
            .thrown();
      }
      chosen.put(app.name(), app);
    }
    return List.copyOf(chosen.values());
  }

  private Instant expires(@Nullable Integer days) {
    if (days == null || days < 1 || days > ApiTokens.LONGEST_LIFE.toDays()) {
      throw Problem.invalid(
              "days",
              Phrase.of(
                  "token.days",
                  "Say for how many days it is valid: 1 to {{most}}.",
                  "most",
                  ApiTokens.LONGEST_LIFE.toDays()))
          .thrown();
    }
    return time.now().plus(Duration.ofDays(days));
  }

  public Reply revoke(Caller caller, Request request) {
    var done = id(request).map(id -> tokens.revoke(caller.acting(), id)).orElse(false);
    return answer(done);
  }

  public Reply revokeInApp(Caller caller, Request request) {
    var done =
        id(request).map(id -> tokens.revoke(caller.app(), caller.acting(), id)).orElse(false);
    return answer(done);
  }

  private static Optional<TokenId> id(Request request) {
    return TokenId.parse(request.path("token"));
  }

  private static Reply answer(boolean done) {
    if (!done) {
      throw Problem.notFound(Phrase.of("token.unknown", "There is no such token.")).thrown();
    }
    return Reply.noContent();
  }
}
