package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteSlowSendingTest extends SlowSendingContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
