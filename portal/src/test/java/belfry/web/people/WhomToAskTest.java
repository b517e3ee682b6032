package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.settings.Settings;
import belfry.signin.SessionPolicy;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who may not send as an app is told who administers it, and which apps are theirs. */
class WhomToAskTest {
  private static final SimulatorSettings PLATFORM = SimulatorSettings.defaults().withPeople(50);
  private static final String LARS = "lars.berg@northwind.example";

  @Test
  void strangersAreToldNamesOnlyAndOfTheAppsTheyMayUse() {
    try (var portal = TestPortal.start(PLATFORM)) {
      assertThat(info(portal, LARS).path("administrators"))
          .as("nobody's name is known who has not signed in")
          .isEmpty();
      var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
      kenji.post("admin/users", Map.of("email", LARS));
      portal.signedIn("news", TestPortal.ADMIN);

      var info = info(portal, LARS);
      assertThat(info.path("administrators"))
          .singleElement()
          .satisfies(one -> {
            assertThat(one.path("displayName").asText()).isEqualTo("Ana Lopez");
            assertThat(one.has("email")).isFalse();
          });
      assertThat(names(info)).containsExactly("alerts");
      assertThat(names(info(portal, TestPortal.ADMIN))).containsExactly("news");
      assertThat(info(portal, TestPortal.ADMIN).has("administrators")).isFalse();
      assertThat(portal.client("news").get("info").json().has("administrators")).isFalse();
    }
  }

  @Test
  void whereOnlyOneOrganisationSignsInAddressesAreToldToo() {
    try (var portal = TestPortal.start(PLATFORM, WhomToAskTest::closed)) {
      assertThat(info(portal, LARS).path("administrators"))
          .singleElement()
          .satisfies(one -> assertThat(one.path("email").asText()).isEqualTo(TestPortal.ADMIN));
    }
  }

  private static JsonNode info(TestPortal portal, String email) {
    return portal.signedIn("news", email).get("info").json();
  }

  private static List<String> names(JsonNode info) {
    return info.path("apps").valueStream().map(app -> app.path("app").asText()).toList();
  }

  private static Settings closed(Settings settings) {
    // The simulator's organisation is the same each time.
    String organisation;
    try (var simulator = Simulator.start(PLATFORM)) {
      organisation = simulator.directory().organizationId();
    }
    return new Settings(
        settings.integration(),
        settings.platform(),
        settings.host(),
        settings.port(),
        settings.data(),
        settings.databaseUrl(),
        settings.keyFile(),
        settings.proxies(),
        settings.transport(),
        new SessionPolicy(List.of(organisation), Optional.empty()),
        settings.tuning(),
        settings.apps(),
        settings.directory(),
        settings.answers(),
        settings.hooks(),
        settings.metricsToken(),
        settings.draining());
  }
}
