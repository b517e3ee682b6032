package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteSendTest extends SendContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
