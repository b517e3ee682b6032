package belfry.simulator.manners;

import belfry.simulator.base.Mix;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Principal;
import belfry.simulator.messages.Markdown;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What becomes of the words of a message. */
final class Contents {
  private final Directory directory;

  Contents(Directory directory) {
    this.directory = directory;
  }

  /** Says whether anything was changed. */
  boolean change(Manner manner, ObjectNode item) {
    return switch (manner) {
      case MENTIONS_REWRITTEN ->
          change(item, it -> Markdown.withMentions(it, this::spark), "markdown");
      case BLANKS_TRIMMED ->
          change(item, it -> it.replaceAll("[ \\t]+(?=\\r?\\n|$)", ""), "markdown", "text");
      case MARKDOWN_MISSING -> item.remove("markdown") != null;
      case CRLF -> change(item, it -> it.replaceAll("\\r?\\n", "\r\n"), "markdown", "text", "html");
      case DECOMPOSED ->
          change(item, it -> Normalizer.normalize(it, Form.NFD), "markdown", "text", "html");
      case HTML_STRIPPED -> change(item, it -> it.replaceAll("<[^>]*>", ""), "markdown", "text");
      case HTML_ESCAPED -> change(item, Contents::escaped, "markdown", "text");
      case CIPHERTEXT -> encrypt(item);
      case CARD_MISSING -> item.remove("attachments") != null;
      case CARD_REWRITTEN -> rewrite(item);
      default -> throw new IllegalArgumentException(manner + " is not about a message");
    };
  }

  private static boolean change(ObjectNode item, UnaryOperator<String> change, String... fields) {
    var changed = false;
    for (var field : fields) {
      var words = item.path(field);
      if (words.isTextual()) {
        var others = change.apply(words.textValue());
        changed |= !others.equals(words.textValue());
        item.put(field, others);
      }
    }
    return changed;
  }

  /** "Confirmed live": a mention comes back as an element with the person's name in it. */
  private String spark(Markdown.Mention mention) {
    if (mention.all()) {
      return "<spark-mention data-object-type=\"groupMention\" data-group-type=\"all\">All"
          + "</spark-mention>";
    }
    var whom = named(mention);
    var name =
        mention.name() != null ? mention.name() : whom.map(directory::displayName).orElse("");
    return "<spark-mention data-object-type=\"person\" data-object-id=\"%s\">%s</spark-mention>"
        .formatted(whom.map(directory::id).orElse(mention.whom()), name);
  }

  private Optional<Principal> named(Markdown.Mention mention) {
    return mention.byId()
        ? directory.principal(mention.whom())
        : directory.principalByEmail(mention.whom());
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** The basics page: the value is ciphertext, an error says so, what is derived is missing. */
  private static boolean encrypt(ObjectNode item) {
    var errors = item.objectNode();
    for (var field : new String[] {"text", "markdown"}) {
      if (item.has(field)) {
        item.put(field, ciphertext(item.path(field).asText()));
        errors.putObject(field).put("code", "kms_failure");
      }
    }
    item.remove("html");
    item.set("errors", errors);
    return !errors.isEmpty();
  }

  /** The same card with its fields the other way round, and one that nobody sees. */
  private static boolean rewrite(ObjectNode item) {
    if (!(item.path("attachments").path(0).path("content") instanceof ObjectNode card)) {
      return false;
    }
    var fields = new ArrayList<>(card.properties());
    card.removeAll();
    card.put("lang", "en");
    fields.reversed().stream()
        .filter(field -> !field.getKey().equals("$schema"))
        .forEach(field -> card.set(field.getKey(), field.getValue()));
    return true;
  }

  private static String ciphertext(String words) {
    var text = new StringBuilder("eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..");
    for (var part = 0; part < 4; part++) {
      text.append("%016x".formatted(Mix.of(words.hashCode(), part)));
    }
    return text.toString();
  }
}
