package belfry.standin.routes;

import static java.nio.charset.StandardCharsets.US_ASCII;

import belfry.standin.answers.Json;
import belfry.standin.answers.Problem;
import belfry.standin.wire.Fields;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Access;
import belfry.standin.world.Access.Grant;
import belfry.standin.world.Access.Scope;
import belfry.standin.world.Access.Tokens;
import belfry.standin.world.World;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Optional;

/** {@code /v1/authorize}, where the administrator agrees at once, and {@code /v1/access_token}. */
public final class SignInRoutes {
  private static final long ACCESS_SECONDS = 1_209_599;
  private static final long REFRESH_SECONDS = 7_775_999;

  private final World world;

  public SignInRoutes(World world) {
    this.world = world;
  }

  public Reply authorize(Request request) {
    if (!request.method().equals("GET")) {
      throw Problem.notAllowed();
    }
    var query = request.query();
    var redirect =
        query.value("redirect_uri").orElseThrow(() -> Problem.of(400, "redirect_uri is required."));
    if (!query.value("client_id").equals(Optional.of(world.access().clientId()))) {
      throw Problem.of(400, "The client is not known.");
    }
    var result = Fields.NONE;
    if (!query.value("response_type").equals(Optional.of("code"))) {
      result = result.with("error", "unsupported_response_type");
    } else if (query.value("scope").isEmpty()) {
      result = result.with("error", "invalid_scope");
    } else {
      result = result.with("code", code(redirect, query.value("code_challenge")));
    }
    var state = query.value("state");
    var back = state.isPresent() ? result.with("state", state.get()) : result;
    var glue = redirect.contains("?") ? "&" : "?";
    return Reply.empty(302).with("Location", redirect + glue + back.encoded());
  }

  private String code(String redirect, Optional<String> challenge) {
    var administrator = world.people().administrator();
    return world
        .access()
        .code(new Grant(administrator, Scope.USER, Optional.of(redirect), challenge));
  }

  public Reply token(Request request) {
    if (!request.method().equals("POST")) {
      throw Problem.notAllowed();
    }
    var form =
        switch (request.mediaType()) {
          case "application/x-www-form-urlencoded" -> request.form();
          case "application/json" -> ofJson(request);
          default -> throw Problem.of(415, "The media type of the request is not supported.");
        };
    var access = world.access();
    if (!access.isClient(
        form.value("client_id").orElse(""), form.value("client_secret").orElse(""))) {
      return error(401, "invalid_client", "The client is not known, or its secret is wrong.");
    }
    return switch (form.value("grant_type").orElse("")) {
      case "authorization_code" -> ofCode(form, access);
      case "refresh_token" -> ofRefreshToken(form, access);
      default -> error(400, "unsupported_grant_type", "This type of grant is not supported.");
    };
  }

  private static Fields ofJson(Request request) {
    var values = new LinkedHashMap<String, String>();
    Json.read(request.body())
        .properties()
        .forEach(member -> values.put(member.getKey(), member.getValue().asText()));
    return new Fields(values);
  }

  private static Reply ofCode(Fields form, Access access) {
    return form.value("code")
        .flatMap(access::spend)
        .filter(grant ->
            grant.redirect().isEmpty() || grant.redirect().equals(form.value("redirect_uri")))
        .filter(grant -> fits(grant.challenge(), form.value("code_verifier")))
        .map(grant -> reply(access.signIn(grant)))
        .orElseGet(
            () -> error(400, "invalid_grant", "The code is expired, used, or another client's."));
  }

  private static boolean fits(Optional<String> challenge, Optional<String> verifier) {
    return challenge.isEmpty() || verifier.map(SignInRoutes::hashed).equals(challenge);
  }

  private static String hashed(String verifier) {
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static Reply ofRefreshToken(Fields form, Access access) {
    var token = form.value("refresh_token").orElse("");
    return access
        .grantOf(token)
        .map(grant -> reply(access.refreshed(grant, token)))
        .orElseGet(() ->
            error(
                400,
                "invalid_grant",
                "The refresh token provided is expired, revoked, malformed, or invalid."));
  }

  private static Reply reply(Tokens tokens) {
    return Json.reply(
        Json.object()
            .put("access_token", tokens.access())
            .put("expires_in", ACCESS_SECONDS)
            .put("refresh_token", tokens.refresh())
            .put("refresh_token_expires_in", REFRESH_SECONDS)
            .put("token_type", "Bearer")
            .put("scope", tokens.scope().words()));
  }

  private static Reply error(int status, String code, String description) {
    return Json.reply(
        status, Json.object().put("error", code).put("error_description", description));
  }
}
