package belfry.web.search;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteSearchTest extends SearchContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
