package belfry.web;

import belfry.cli.Settings;
import java.util.function.UnaryOperator;

class SqliteCardsTest extends CardsContract {
  @Override
  UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
