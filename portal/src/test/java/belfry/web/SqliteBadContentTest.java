package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteBadContentTest extends BadContentContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
