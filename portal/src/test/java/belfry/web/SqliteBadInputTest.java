package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteBadInputTest extends BadInputContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
