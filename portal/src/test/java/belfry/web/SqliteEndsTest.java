package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteEndsTest extends EndsContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
