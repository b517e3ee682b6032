package belfry.web.jobs;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;

@Tag("whole")
public class SqliteSlowSendingTest extends SlowSendingContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
