package belfry.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which variables are named, and which name is proposed. */
class StrangeVariablesTest {
  private static final Set<String> KNOWN =
      Set.of(
          "BELFRY_METRICS_TOKEN",
          "BELFRY_DRAIN_SECONDS",
          "BELFRY_KEY_FILE",
          "PUBLIC_URL",
          "BELFRY_OF_THE_FILE");

  @ParameterizedTest
  @CsvSource({
    "BELFRY_METRICS_TOKN, BELFRY_METRICS_TOKEN",
    "BELFRY_DRAN_SECONDS, BELFRY_DRAIN_SECONDS",
    "BELFRY_METRIC_TOKEN_FILE, BELFRY_METRICS_TOKEN_FILE",
    "BELFRY_KEYFILE, BELFRY_KEY_FILE",
    "BELFRY_PUBLIC_URL, PUBLIC_URL"
  })
  void theNearestNameIsProposed(String name, String meant) {
    assertThat(StrangeVariables.of(Map.of(name, "x"), KNOWN))
        .containsExactly(
            name
                + " is in the environment, and there is no such setting: it changes nothing. Write "
                + meant
                + " if you mean that.");
  }

  @Test
  void whereNoneIsNearItIsNamedAlone() {
    assertThat(StrangeVariables.of(Map.of("BELFRY_COLOUR", "green"), KNOWN))
        .containsExactly(
            "BELFRY_COLOUR is in the environment, and there is no such setting: it changes nothing. See docs/configuration.md.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"BELFRY_PORT", "BELFRY_METRICS_PORT"})
  void aPortThatIsANumberIsOfNoService(String name) {
    assertThat(StrangeVariables.of(Map.of(name, "8080"), KNOWN)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BELFRY_METRICS_TOKEN",
        "BELFRY_METRICS_TOKEN_FILE",
        "BELFRY_OF_THE_FILE",
        "BELFRY_CONFIG",
        "BELFRY_LOG",
        "BELFRY_TOKEN",
        "BELFRY_SERVICE_HOST",
        "BELFRY_SERVICE_PORT_HTTP",
        "BELFRY_PORT",
        "BELFRY_PORT_8080_TCP_ADDR",
        "BELFRY_POSTGRESQL_SERVICE_HOST",
        "BELFRY_POSTGRESQL_SERVICE_PORT",
        "BELFRY_POSTGRESQL_SERVICE_PORT_TCP_POSTGRESQL",
        "BELFRY_POSTGRESQL_PORT",
        "BELFRY_POSTGRESQL_PORT_5432_TCP",
        "BELFRY_POSTGRESQL_PORT_5432_TCP_ADDR",
        "BELFRY_POSTGRESQL_PORT_5432_TCP_PROTO",
        "PUBLIK_URL"
      })
  void whatIsKnownOrSomebodyElsesIsNotNamed(String name) {
    assertThat(StrangeVariables.of(Map.of(name, "tcp://10.0.0.1:8080"), KNOWN)).isEmpty();
  }
}
