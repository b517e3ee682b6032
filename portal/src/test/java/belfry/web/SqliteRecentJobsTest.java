package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteRecentJobsTest extends RecentJobsContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
