package belfry.web;

import belfry.cli.Settings;
import belfry.testing.TestPortal;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;

@Tag("whole")
class PostgresSendTest extends SendContract {
  @Override
  UnaryOperator<Settings> database() {
    return TestPortal::onPostgres;
  }
}
