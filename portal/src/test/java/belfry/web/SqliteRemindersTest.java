package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteRemindersTest extends RemindersContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
