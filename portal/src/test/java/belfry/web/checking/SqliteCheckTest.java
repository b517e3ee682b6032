package belfry.web.checking;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteCheckTest extends CheckContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
