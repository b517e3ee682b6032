package belfry.web.people;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteGroupsTest extends GroupsContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
