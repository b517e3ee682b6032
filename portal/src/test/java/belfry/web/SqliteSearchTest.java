package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteSearchTest extends SearchContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
