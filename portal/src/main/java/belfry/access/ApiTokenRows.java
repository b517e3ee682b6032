package belfry.access;

import belfry.apps.AppName;
import belfry.base.Secret;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Reads stored API tokens, each with the apps where it may be used. */
final class ApiTokenRows {
  private final Database database;

  ApiTokenRows(Database database) {
    this.database = database;
  }

  /** A token and the hash of its secret. */
  record Row(ApiToken token, Secret secretHash) {}

  /** Those of which this condition on {@code api_token t} holds, newest first. */
  List<Row> where(String condition, Object value) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT t.id, t.person, t.person_name, t.organisation, t.name, t.scopes, t.created,
                  t.expires, t.last_used, t.last_address, t.secret_hash
                FROM api_token t WHERE
                """
                    + condition
                    + " ORDER BY t.id DESC")
            .bind(0, value)
            .map((row, _) -> read(row, apps(handle, row.getLong("id"))))
            .list());
  }

  private static List<AppName> apps(Handle handle, long token) {
    return handle
        .createQuery("SELECT app FROM api_token_app WHERE token = ? ORDER BY app")
        .bind(0, token)
        .mapTo(String.class)
        .map(AppName::new)
        .list();
  }

  private static Row read(ResultSet row, List<AppName> apps) throws SQLException {
    return new Row(
        new ApiToken(
            new TokenId(row.getLong("id")),
            new PersonId(row.getString("person")),
            row.getString("person_name"),
            row.getString("organisation"),
            row.getString("name"),
            scopes(row.getString("scopes")),
            apps,
            Moments.at(row, "created"),
            Moments.at(row, "expires"),
            Moments.unlessZero(row, "last_used"),
            row.getString("last_address")),
        new Secret(row.getString("secret_hash")));
  }

  private static Set<Scope> scopes(String words) {
    return Arrays.stream(words.split(" ", -1))
        .map(Scope::read)
        .flatMap(Optional::stream)
        .collect(Collectors.toSet());
  }
}
