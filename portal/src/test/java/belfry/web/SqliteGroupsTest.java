package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteGroupsTest extends GroupsContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
