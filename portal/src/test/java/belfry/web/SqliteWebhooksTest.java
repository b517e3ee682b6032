package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteWebhooksTest extends WebhooksContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
