package belfry.web.admin;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteAuditTrailTest extends AuditTrailContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
