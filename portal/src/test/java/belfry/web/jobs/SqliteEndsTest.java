package belfry.web.jobs;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteEndsTest extends EndsContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
