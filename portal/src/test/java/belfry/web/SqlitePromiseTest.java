package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqlitePromiseTest extends PromiseContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
