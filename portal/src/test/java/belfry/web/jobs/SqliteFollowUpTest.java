package belfry.web.jobs;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

class SqliteFollowUpTest extends FollowUpContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
