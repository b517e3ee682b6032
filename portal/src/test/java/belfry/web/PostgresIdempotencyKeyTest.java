package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.settings.Settings;
import belfry.testing.TestPortal;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("whole")
public class PostgresIdempotencyKeyTest extends IdempotencyKeyContract {
  @Override
  public UnaryOperator<Settings> database() {
    return TestPortal::onPostgres;
  }

  @Test
  void onTwoNodesToo() throws Exception {
    try (var other = portal.anotherNode()) {
      assertThat(ids(List.of(portal, other), "key-7")).hasSize(1);
    }
  }
}
