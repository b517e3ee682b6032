package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteAskedTest extends AskedContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
