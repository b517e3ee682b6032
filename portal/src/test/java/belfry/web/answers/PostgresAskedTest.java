package belfry.web.answers;

import belfry.cli.settings.Settings;
import belfry.testing.TestPortal;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;

@Tag("long")
class PostgresAskedTest extends AskedContract {
  @Override
  UnaryOperator<Settings> database() {
    return TestPortal::onPostgres;
  }
}
