package belfry.web.answers;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

class SqliteAskedTest extends AskedContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
