package belfry.web.people;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteOutsideTest extends OutsideContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
