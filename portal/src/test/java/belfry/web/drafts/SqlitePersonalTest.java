package belfry.web.drafts;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

class SqlitePersonalTest extends PersonalContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
