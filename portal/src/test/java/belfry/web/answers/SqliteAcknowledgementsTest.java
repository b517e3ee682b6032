package belfry.web.answers;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteAcknowledgementsTest extends AcknowledgementsContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
