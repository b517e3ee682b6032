package belfry.web;

import belfry.cli.settings.Settings;
import belfry.testing.TestPortal;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;

@Tag("whole")
public class PostgresBadInputTest extends BadInputContract {
  @Override
  public UnaryOperator<Settings> database() {
    return TestPortal::onPostgres;
  }
}
