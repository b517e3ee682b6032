package belfry.web;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteUnreadableRowsTest extends UnreadableRowsContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
