package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteApiTest extends ApiContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
