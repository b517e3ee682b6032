package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteAnswersTest extends AnswersContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
