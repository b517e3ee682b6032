package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteOutsideTest extends OutsideContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
