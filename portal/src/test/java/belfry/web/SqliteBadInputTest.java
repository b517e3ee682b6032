package belfry.web;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteBadInputTest extends BadInputContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
