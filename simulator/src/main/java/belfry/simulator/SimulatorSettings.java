package belfry.simulator;

import belfry.simulator.directory.Population;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.manners.MannerRule;
import belfry.simulator.oauth.OAuthSettings;
import belfry.simulator.webhooks.WebhookSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * How a simulator is to be made. {@link #defaults()} permits everything and lets nothing fail.
 *
 * @param port 0 for any free one
 * @param seed the same seed gives the same people, ids, bot tokens and client secret
 * @param unknownPersonStatus what "Failed to get one on one conversation" comes with
 */
public record SimulatorSettings(
    int port,
    long seed,
    Population population,
    OAuthSettings oauth,
    List<LimitRule> limits,
    List<FaultRule> faults,
    List<MannerRule> manners,
    Duration listingLag,
    int unknownPersonStatus,
    WebhookSettings webhooks) {

  private static final long SEED = 2026;

  public SimulatorSettings {
    limits = List.copyOf(limits);
    faults = List.copyOf(faults);
    manners = List.copyOf(manners);
  }

  public static SimulatorSettings defaults() {
    return new SimulatorSettings(
        0,
        SEED,
        Population.defaults(),
        OAuthSettings.defaults(SEED),
        List.of(),
        List.of(),
        List.of(),
        Duration.ZERO,
        404,
        WebhookSettings.defaults());
  }

  public SimulatorSettings withPort(int number) {
    return new SimulatorSettings(
        number,
        seed,
        population,
        oauth,
        limits,
        faults,
        manners,
        listingLag,
        unknownPersonStatus,
        webhooks);
  }

  /** Also derives the integration's client id and secret anew. */
  public SimulatorSettings withSeed(long number) {
    var fresh = OAuthSettings.defaults(number);
    return new SimulatorSettings(
        port,
        number,
        population,
        oauth.withClient(fresh.clientId(), fresh.clientSecret()),
        limits,
        faults,
        manners,
        listingLag,
        unknownPersonStatus,
        webhooks);
  }

  public SimulatorSettings withPeople(int number) {
    return withPopulation(it -> it.withPeople(number));
  }

  public SimulatorSettings withPopulation(UnaryOperator<Population> change) {
    return new SimulatorSettings(
        port,
        seed,
        change.apply(population),
        oauth,
        limits,
        faults,
        manners,
        listingLag,
        unknownPersonStatus,
        webhooks);
  }

  public SimulatorSettings withOAuth(UnaryOperator<OAuthSettings> change) {
    return new SimulatorSettings(
        port,
        seed,
        population,
        change.apply(oauth),
        limits,
        faults,
        manners,
        listingLag,
        unknownPersonStatus,
        webhooks);
  }

  public SimulatorSettings withLimits(LimitRule... rules) {
    return new SimulatorSettings(
        port,
        seed,
        population,
        oauth,
        List.of(rules),
        faults,
        manners,
        listingLag,
        unknownPersonStatus,
        webhooks);
  }

  /** Also limits everything else at around 300 a minute, as the platform is said to. */
  public SimulatorSettings withUsualLimits() {
    var all = Stream.concat(limits.stream(), LimitRule.usual().stream());
    return withLimits(all.toArray(LimitRule[]::new));
  }

  public SimulatorSettings withFaults(FaultRule... rules) {
    return new SimulatorSettings(
        port,
        seed,
        population,
        oauth,
        limits,
        List.of(rules),
        manners,
        listingLag,
        unknownPersonStatus,
        webhooks);
  }

  public SimulatorSettings withManners(MannerRule... rules) {
    return new SimulatorSettings(
        port,
        seed,
        population,
        oauth,
        limits,
        faults,
        List.of(rules),
        listingLag,
        unknownPersonStatus,
        webhooks);
  }

  public SimulatorSettings withListingLag(Duration lag) {
    return new SimulatorSettings(
        port, seed, population, oauth, limits, faults, manners, lag, unknownPersonStatus, webhooks);
  }

  public SimulatorSettings withUnknownPersonStatus(int status) {
    return new SimulatorSettings(
        port, seed, population, oauth, limits, faults, manners, listingLag, status, webhooks);
  }

  public SimulatorSettings withWebhooks(WebhookSettings settings) {
    return new SimulatorSettings(
        port,
        seed,
        population,
        oauth,
        limits,
        faults,
        manners,
        listingLag,
        unknownPersonStatus,
        settings);
  }
}
