package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteFollowUpTest extends FollowUpContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
