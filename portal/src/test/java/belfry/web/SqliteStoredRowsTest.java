package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteStoredRowsTest extends StoredRowsContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
