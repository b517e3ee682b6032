package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteCheckTest extends CheckContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
