package belfry.simulator.oauth;

import belfry.simulator.base.Mix;
import belfry.simulator.base.Time;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Principal;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Every token in circulation: the bots' own, and those handed out by consent. */
public final class Tokens {
  static final Duration ACCESS_LIFE = Duration.ofDays(14);
  static final Duration REFRESH_LIFE = Duration.ofDays(90);

  private static final Set<String> DIRECTORY_SCOPES =
      Set.of(
          "spark:people_read",
          "spark-admin:people_read",
          "identity:groups_read",
          "identity:groups_rw",
          "identity:people_read",
          "identity:people_rw");

  /** A token and the moment it stops working. */
  record Issued(Caller caller, long expiresMillis) {}

  private final Directory directory;
  private final Time time;
  private final long seed;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Caller> ofBots = new ConcurrentHashMap<>();
  private final Map<String, Issued> access = new ConcurrentHashMap<>();
  private final Map<String, Issued> refresh = new ConcurrentHashMap<>();
  private final Set<String> revoked = ConcurrentHashMap.newKeySet();

  public Tokens(Directory directory, Time time, long seed) {
    this.directory = directory;
    this.time = time;
    this.seed = seed;
    for (var bot : directory.bots()) {
      var caller = new Caller(new Principal.Bot(bot.index()), Set.of(), false, bot.label());
      ofBots.put(ofBot(bot.index()), caller);
    }
    var machine = new Caller(new Principal.Machine(), DIRECTORY_SCOPES, true, "directory");
    refresh.put(ofDirectory(), new Issued(machine, Long.MAX_VALUE));
  }

  /** The access token of a bot; it never expires and is the same for the same seed. */
  public String ofBot(int bot) {
    return token(seeded(6, bot));
  }

  /** The refresh token of the service app that may read and change groups. */
  public String ofDirectory() {
    return token(seeded(7, 0));
  }

  public Optional<Caller> caller(String token) {
    if (revoked.contains(token)) {
      return Optional.empty();
    }
    var bot = ofBots.get(token);
    if (bot != null) {
      return Optional.of(bot);
    }
    return live(access, token);
  }

  /** Whoever may get a new access token for this refresh token. */
  Optional<Caller> refreshing(String token) {
    return revoked.contains(token) ? Optional.empty() : live(refresh, token);
  }

  String newAccess(Caller caller) {
    return put(access, caller, ACCESS_LIFE);
  }

  String newRefresh(Caller caller) {
    return put(refresh, caller, REFRESH_LIFE);
  }

  /** Using a refresh token starts its 90 days again. */
  void renew(String refreshToken) {
    refresh.computeIfPresent(
        refreshToken,
        (_, it) ->
            it.expiresMillis() == Long.MAX_VALUE
                ? it
                : new Issued(it.caller(), time.millis() + REFRESH_LIFE.toMillis()));
  }

  /** From now on this token is answered 401. */
  public void revoke(String token) {
    revoked.add(token);
  }

  public void restore(String token) {
    revoked.remove(token);
  }

  /** Revokes every access and refresh token of a person, a bot or the directory account. */
  public void revokeAll(Principal principal) {
    tokensOf(principal).forEach(revoked::add);
  }

  public void restoreAll(Principal principal) {
    tokensOf(principal).forEach(revoked::remove);
  }

  /** How many live access tokens somebody has. */
  public int liveAccessTokens(Principal principal) {
    return (int)
        access.entrySet().stream()
            .filter(it -> it.getValue().caller().principal().equals(principal))
            .filter(it -> caller(it.getKey()).isPresent())
            .count();
  }

  /** Live access tokens of everybody who has any, by e-mail address. */
  public Map<String, Integer> liveAccessTokens() {
    var counts = new TreeMap<String, Integer>();
    access.forEach((token, issued) -> {
      if (caller(token).isPresent()) {
        counts.merge(directory.email(issued.caller().principal()), 1, Integer::sum);
      }
    });
    return counts;
  }

  private Set<String> tokensOf(Principal principal) {
    Set<String> found = ConcurrentHashMap.newKeySet();
    ofBots.forEach((token, caller) -> {
      if (caller.principal().equals(principal)) {
        found.add(token);
      }
    });
    for (var issued : List.of(access, refresh)) {
      issued.forEach((token, it) -> {
        if (it.caller().principal().equals(principal)) {
          found.add(token);
        }
      });
    }
    return found;
  }

  private Optional<Caller> live(Map<String, Issued> tokens, String token) {
    return Optional.ofNullable(tokens.get(token))
        .filter(it -> it.expiresMillis() > time.millis())
        .map(Issued::caller);
  }

  private String put(Map<String, Issued> tokens, Caller caller, Duration life) {
    var bytes = new byte[48];
    random.nextBytes(bytes);
    var token = token(bytes);
    tokens.put(token, new Issued(caller, time.millis() + life.toMillis()));
    return token;
  }

  private byte[] seeded(int purpose, int number) {
    var bytes = ByteBuffer.allocate(48);
    for (var part = 0; part < 6; part++) {
      bytes.putLong(Mix.of(seed + purpose, number, part));
    }
    return bytes.array();
  }

  /**
   * The platform's tokens end in the name of the organization, and hold exactly two underscores.
   */
  private String token(byte[] bytes) {
    var start = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    return start.replace('_', '-') + "_PF84_" + directory.organization();
  }
}
