package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteSendAgainTest extends SendAgainContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
