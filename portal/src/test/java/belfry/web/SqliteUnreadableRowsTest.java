package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteUnreadableRowsTest extends UnreadableRowsContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
