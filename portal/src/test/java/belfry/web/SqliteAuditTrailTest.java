package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteAuditTrailTest extends AuditTrailContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
