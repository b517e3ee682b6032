package belfry.web.checking;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

class SqlitePromiseTest extends PromiseContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
