package belfry.web.jobs;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteDecisionsTest extends DecisionsContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
