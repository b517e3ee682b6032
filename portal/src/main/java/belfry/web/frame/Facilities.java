package belfry.web.frame;

import belfry.base.Feed;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.metrics.AppGauges;
import belfry.metrics.Metrics;
import belfry.storage.Database;
import belfry.storage.Vault;
import java.util.Optional;

/**
 * What the features stand on.
 *
 * @param metricsToken who may read the metrics; nobody if it is empty
 */
public record Facilities(
    Database database,
    Vault vault,
    Feed feed,
    Time time,
    String version,
    Metrics metrics,
    AppGauges gauges,
    Installation installation,
    Optional<Secret> metricsToken) {}
