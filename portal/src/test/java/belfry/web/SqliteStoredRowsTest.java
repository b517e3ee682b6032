package belfry.web;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteStoredRowsTest extends StoredRowsContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
