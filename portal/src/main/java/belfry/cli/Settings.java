package belfry.cli;

import belfry.apps.App;
import belfry.base.Secret;
import belfry.delivery.Tuning;
import belfry.people.DirectorySettings;
import belfry.signin.Integration;
import belfry.web.TrustedProxies;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Everything an operator can set; docs/configuration.md describes each.
 *
 * @param platform {@code MESSAGING_API_URL}, without {@code /v1}
 * @param data {@code BELFRY_DATA}
 * @param databaseUrl {@code DATABASE_URL}; empty for SQLite in {@code data}
 * @param keyFile {@code BELFRY_KEY_FILE}
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
    Tuning tuning,
    List<App> apps,
    DirectorySettings directory) {}
