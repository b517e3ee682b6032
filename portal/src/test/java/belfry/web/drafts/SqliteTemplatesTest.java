package belfry.web.drafts;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteTemplatesTest extends TemplatesContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
