package belfry.web.admin;

import belfry.cli.settings.Settings;
import belfry.testing.TestPortal;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;

@Tag("whole")
public class PostgresAuditTrailTest extends AuditTrailContract {
  @Override
  public UnaryOperator<Settings> database() {
    return TestPortal::onPostgres;
  }
}
