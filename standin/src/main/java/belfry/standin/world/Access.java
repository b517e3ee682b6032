package belfry.standin.world;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Who holds which token, and which codes wait to be turned into one. */
public final class Access {
  private final People people;
  private final Seeded seeded;
  private final String clientId;
  private final String clientSecret;
  private final Map<String, Caller> callers = new ConcurrentHashMap<>();
  private final Map<String, Grant> codes = new ConcurrentHashMap<>();
  private final Map<String, Grant> refreshTokens = new ConcurrentHashMap<>();
  private final Map<Person, String> botTokens = new ConcurrentHashMap<>();
  private final String directoryRefreshToken;

  /** What a token allows. */
  public enum Scope {
    BOT("spark:all"),
    USER("spark:people_read spark:kms"),
    DIRECTORY("spark-admin:people_read identity:groups_read spark:kms");

    private final String words;

    Scope(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /** Who calls. */
  public record Caller(Person person, Scope scope, String token) {}

  /**
   * What somebody has agreed to.
   *
   * @param redirect where the code was sent
   * @param challenge what the verifier must fit
   */
  public record Grant(
      Person person, Scope scope, Optional<String> redirect, Optional<String> challenge) {}

  /** What came of a grant. */
  public record Tokens(String access, String refresh, Scope scope) {}

  Access(People people, Seeded seeded) {
    this.people = people;
    this.seeded = seeded;
    clientId = "C" + seeded.hex(64);
    clientSecret = seeded.hex(64);
    for (var bot : people.bots()) {
      var token = token();
      botTokens.put(bot, token);
      callers.put(token, new Caller(bot, Scope.BOT, token));
    }
    directoryRefreshToken = token();
    refreshTokens.put(
        directoryRefreshToken,
        new Grant(people.administrator(), Scope.DIRECTORY, Optional.empty(), Optional.empty()));
  }

  private String token() {
    return seeded.letters(64) + "_PF84_" + people.organisation();
  }

  public String clientId() {
    return clientId;
  }

  /** Whether both belong to the one program that may sign people in. */
  public boolean isClient(String id, String secret) {
    return clientId.equals(id) && clientSecret.equals(secret);
  }

  public String clientSecret() {
    return clientSecret;
  }

  public String directoryRefreshToken() {
    return directoryRefreshToken;
  }

  public String tokenOf(Person bot) {
    return botTokens.getOrDefault(bot, "");
  }

  public Optional<Caller> caller(String token) {
    return Optional.ofNullable(callers.get(token));
  }

  /** A code that is good once. */
  public String code(Grant grant) {
    var code = seeded.letters(48);
    codes.put(code, grant);
    return code;
  }

  /** The code is spent with this. */
  public Optional<Grant> spend(String code) {
    return Optional.ofNullable(codes.remove(code));
  }

  public Optional<Grant> grantOf(String refreshToken) {
    return Optional.ofNullable(refreshTokens.get(refreshToken));
  }

  /** Tokens for somebody who has just signed in. */
  public Tokens signIn(Grant grant) {
    var refresh = token();
    refreshTokens.put(refresh, grant);
    return refreshed(grant, refresh);
  }

  /** The refresh token stays as it is. */
  public Tokens refreshed(Grant grant, String refreshToken) {
    var access = token();
    callers.put(access, new Caller(grant.person(), grant.scope(), access));
    return new Tokens(access, refreshToken, grant.scope());
  }
}
