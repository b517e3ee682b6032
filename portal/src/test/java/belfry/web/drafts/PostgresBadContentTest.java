package belfry.web.drafts;

import belfry.cli.settings.Settings;
import belfry.testing.TestPortal;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;

@Tag("whole")
public class PostgresBadContentTest extends BadContentContract {
  @Override
  public UnaryOperator<Settings> database() {
    return TestPortal::onPostgres;
  }
}
