package belfry.web.checking;

import belfry.cli.settings.Settings;
import belfry.testing.TestPortal;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;

@Tag("whole")
class PostgresPromiseTest extends PromiseContract {
  @Override
  UnaryOperator<Settings> database() {
    return TestPortal::onPostgres;
  }
}
