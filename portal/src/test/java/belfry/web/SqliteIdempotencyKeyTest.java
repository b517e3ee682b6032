package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteIdempotencyKeyTest extends IdempotencyKeyContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
