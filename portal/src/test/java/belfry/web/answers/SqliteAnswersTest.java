package belfry.web.answers;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteAnswersTest extends AnswersContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
