package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteAudienceTest extends AudienceContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
