package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteAcknowledgementsTest extends AcknowledgementsContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
