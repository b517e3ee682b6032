package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;

@Tag("whole")
class SqliteSlowSendingTest extends SlowSendingContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
