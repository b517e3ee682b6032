package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteDecisionsTest extends DecisionsContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
