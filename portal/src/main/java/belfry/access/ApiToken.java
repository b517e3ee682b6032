package belfry.access;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.platform.ids.PersonId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A token as it is stored: what a program may do in its owner's name.
 *
 * @param organisation its owner's when it was made; empty if unknown
 * @param apps where it may be used, by name
 * @param lastUsed accurate to a minute
 * @param lastAddress where it was used from; empty before that
 */
public record ApiToken(
    TokenId id,
    PersonId personId,
    String personName,
    String organisation,
    String name,
    Set<Scope> scopes,
    List<AppName> apps,
    Instant created,
    Instant expires,
    Optional<Instant> lastUsed,
    String lastAddress) {

  public ApiToken {
    scopes = Set.copyOf(scopes);
    apps = List.copyOf(apps);
  }

  public boolean worksIn(App app) {
    return apps.contains(app.name());
  }

  /** Of the role that its owner has at this moment, what the token has of it. */
  public Role atMost(Role owners) {
    return scopes.contains(Scope.ADMINISTER) ? owners : Role.SENDER;
  }
}
