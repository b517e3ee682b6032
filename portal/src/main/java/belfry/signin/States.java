package belfry.signin;

import belfry.apps.App;
import belfry.base.Hash;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.storage.Database;
import belfry.storage.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * OAuth's {@code state}: for one browser and one app, valid for ten minutes, and usable once (RFC
 * 6749, 10.12). The browser's half is a random value in a cookie. The state contains a signature
 * over its hash, so nothing is stored until a state is used.
 */
final class States {
  static final Duration LIFETIME = Duration.ofMinutes(10);
  private static final String PURPOSE = "oauth-state";

  private final Vault vault;
  private final Database database;
  private final Time time;

  States(Vault vault, Database database, Time time) {
    this.vault = vault;
    this.database = database;
    this.time = time;
  }

  /**
   * An unfinished sign-in.
   *
   * @param id part of the cookie's name, so that two tabs do not overwrite each other's
   * @param value the browser's half
   */
  record Issued(String id, Secret value, String state) {}

  Issued issue(App app) {
    var id = Hash.random().reveal().substring(0, 12);
    var value = Hash.random();
    var expires = Long.toString(time.now().plus(LIFETIME).getEpochSecond());
    var signature =
        vault.sign(PURPOSE, id, Hash.sha256(value.reveal()), expires, app.name().value());
    return new Issued(id, value, id + "." + expires + "." + signature);
  }

  /** The verdict on a returned state. */
  sealed interface Judgement {
    /**
     * Issued by us for this browser and app, and not expired; {@code value} is the browser's half.
     */
    record Good(String id, Secret value) implements Judgement {}

    record Bad(String why) implements Judgement {}
  }

  /**
   * Checks a state against the halves this browser presented, without using it up.
   *
   * @param halves the browser's state cookies: id to value
   */
  Judgement judge(App app, String state, Map<String, Secret> halves) {
    var parts = state.split("\\.", 3);
    if (parts.length != 3 || !parts[1].matches("\\d{1,12}")) {
      return new Judgement.Bad("its state is not one of ours");
    }
    var value = halves.get(parts[0]);
    if (value == null) {
      return new Judgement.Bad(
          "it began in another browser or too long ago, or cookies are blocked for this site");
    }
    var hash = Hash.sha256(value.reveal());
    if (!vault.verify(parts[2], PURPOSE, parts[0], hash, parts[1], app.name().value())) {
      return new Judgement.Bad("its state is not one of ours");
    }
    if (Instant.ofEpochSecond(Long.parseLong(parts[1])).isBefore(time.now())) {
      return new Judgement.Bad("it took longer than ten minutes");
    }
    return new Judgement.Good(parts[0], value);
  }

  /** Uses it up; false if it was used before. */
  boolean use(String id) {
    var expires = time.now().plus(LIFETIME).plus(LIFETIME);
    return database.write(handle ->
        handle.execute(
            "INSERT INTO used_state (id, expires) VALUES (?, ?) ON CONFLICT (id) DO NOTHING",
            id,
            expires))
        == 1;
  }

  /** The PKCE verifier of a sign-in: 43 characters that only we can compute (RFC 7636, 4.1). */
  String verifier(String id, Secret value) {
    return Hash.sha256(vault.sign("pkce", id, value.reveal()));
  }
}
