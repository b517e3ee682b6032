package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteRefusedCorrectionsTest extends RefusedCorrectionsContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
