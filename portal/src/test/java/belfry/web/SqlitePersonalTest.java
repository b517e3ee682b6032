package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqlitePersonalTest extends PersonalContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
