package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteTemplatesTest extends TemplatesContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
