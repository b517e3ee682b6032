package belfry.web.answers;

import belfry.cli.settings.Settings;
import belfry.simulator.messages.Ledger;
import belfry.testing.TestPortal;
import belfry.web.ApiContract;
import java.util.Map;

/** A portal that webhooks tell of what people answer, and two who do. */
public abstract class AnsweringContract extends ApiContract {
  public static final String LARS = "lars.berg@northwind.example";
  public static final String MAIJA = "maija.salo@northwind.example";

  @Override
  public Settings settings(Settings usual) {
    return TestPortal.readingAnswers(super.settings(usual), true);
  }

  public static Map<String, Object> person(String email) {
    return Map.of("kind", "person", "email", email);
  }

  /** The id of the message with these words that somebody got. */
  public String message(String words, String email) {
    var reader = portal.simulator().directory().personByEmail(email).orElseThrow().id();
    return portal.simulator().ledger().entries(Ledger.Query.containing(words)).stream()
        .filter(entry -> entry.recipient().equals(reader))
        .findFirst()
        .orElseThrow()
        .messageId();
  }
}
