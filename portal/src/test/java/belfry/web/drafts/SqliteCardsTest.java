package belfry.web.drafts;

import belfry.cli.settings.Settings;
import java.util.function.UnaryOperator;

public class SqliteCardsTest extends CardsContract {
  @Override
  public UnaryOperator<Settings> database() {
    return UnaryOperator.identity();
  }
}
