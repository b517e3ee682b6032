package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteSendingTest extends SendingContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
