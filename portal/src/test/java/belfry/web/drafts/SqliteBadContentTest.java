package belfry.web.drafts;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteBadContentTest extends BadContentContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
