package belfry.delivery.lane;

import belfry.messages.Card;
import belfry.messages.CardDesign;
import belfry.messages.Content;
import belfry.messages.MessageText;
import belfry.platform.ShownContent;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** The cards of the stories that have some, and what their platform makes of them. */
public final class SimulatedCards {
  /** From here on the stories are of messages with cards. */
  static final long FIRST = 3_000_000;

  private static final String TITLE = "Seat of {{desk|nobody}}";

  private static final String PAGE = "https://corp.test/plan?for={{desk|all}}";

  private static final String SEATS = "https://corp.test/plan";

  private static final String STAND_IN = "Please update your app to see what this says";

  private final boolean present;
  private final Set<Manner> manners = EnumSet.noneOf(Manner.class);

  /** What becomes of cards. */
  private enum Manner {
    /** Listings leave some out. */
    LEFT_OUT,
    /** Other order, blanks, and fields that nobody asked for. */
    REWRITTEN,
    /** Links lead by way of somebody who counts. */
    LED_ON,
    /** Where a card is shown, no words are. */
    ALONE,
    /** Listings have words of their own in place of those that came with a card. */
    STAND_IN
  }

  /** Draws nothing from what the other stories draw from. */
  SimulatedCards(long seed) {
    present = seed >= FIRST;
    var random = new SplittableRandom(seed);
    if (random.nextBoolean()) {
      for (var manner : Manner.values()) {
        if (random.nextInt(3) == 0) {
          manners.add(manner);
        }
      }
    }
  }

  /** Whether these stories' messages say something else to each; of those with cards, half do. */
  static boolean arePersonal(long seed) {
    return seed >= FIRST ? seed % 2 == 0 : seed >= SimulatedWords.PERSONAL;
  }

  /** With a card, where the stories have some. */
  Content with(Content content) {
    if (!present || content.attachment().isPresent()) {
      return content;
    }
    var personal = content.markdown().contains("{{");
    return new Content(
        content.markdown(), Optional.empty(), Optional.of(card(content.markdown(), personal)));
  }

  private static Card card(String markdown, boolean personal) {
    return personal ? card(markdown, TITLE, PAGE) : card(markdown, "Seats", SEATS);
  }

  private static Card card(String markdown, String title, String page) {
    return new CardDesign.Simple(List.of(new CardDesign.Button(title, page)), Optional.empty())
        .card(new MessageText(markdown));
  }

  /** The card that ours would have if it said this to them. */
  public static String expected(String markdown, String target) {
    var card = card(markdown, markdown.contains(" at "));
    return SimulatedWords.said(new Content(markdown, Optional.empty(), Optional.of(card)), target)
        .card()
        .orElseThrow()
        .json();
  }

  /** Our words with a card of somebody else's. */
  Optional<ShownContent> another(String words) {
    return present
        ? Optional.of(
            new ShownContent(
                words,
                words,
                "",
                0,
                true,
                card(words, "Last week", "https://corp.test/old").json()))
        : Optional.empty();
  }

  /** As the platform answers. */
  ShownContent answered(ShownContent shown, Content content) {
    return content
        .card()
        .map(card -> shown(shown, card, manners.contains(Manner.ALONE)))
        .orElse(shown);
  }

  /** As the platform lists it. */
  ShownContent listed(ShownContent shown, Content content, String id) {
    if (content.card().isEmpty() || !shown.whole()) {
      return shown;
    }
    if (manners.contains(Manner.LEFT_OUT) && Math.floorMod(id.hashCode(), 3) == 0) {
      return shown;
    }
    var whole = shown(shown, content.card().get(), manners.contains(Manner.ALONE));
    return manners.contains(Manner.STAND_IN) && Math.floorMod(id.hashCode(), 2) == 0
        ? new ShownContent("", STAND_IN, "", 0, true, whole.card())
        : whole;
  }

  private ShownContent shown(ShownContent words, Card card, boolean alone) {
    var json = card.json();
    if (manners.contains(Manner.REWRITTEN)) {
      json = rewritten((ObjectNode) card.tree());
    }
    if (manners.contains(Manner.LED_ON)) {
      json = json.replace("https://corp.test/", "https://count.test/?to=corp.test/");
    }
    return alone
        ? new ShownContent("", "", "", words.files(), words.whole(), json)
        : new ShownContent(
            words.markdown(), words.text(), words.html(), words.files(), words.whole(), json);
  }

  private static String rewritten(ObjectNode card) {
    card.remove("$schema");
    var version = card.remove("version");
    card.put("lang", "en").putNull("speak").set("version", version);
    return card.toPrettyString();
  }
}
