package belfry.standin.manners;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;

import belfry.standin.manners.Rewriting.Details;
import belfry.standin.world.Markdown;
import belfry.standin.world.Mention;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What gateways and stores make of words. */
final class TextForms {
  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final Pattern LINK = Pattern.compile("https?://[^\\s)<>\"']+");
  private static final Pattern EMOJI = Pattern.compile("\\p{IsEmoji_Presentation}");

  private TextForms() {}

  static void tagged(ObjectNode item, Details details) {
    var people = details.people();
    Rewriting.markdownOnly(text -> Mention.replaced(text, mention -> Markdown.tag(mention, people)))
        .apply(item, details);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  static String stripped(String text) {
    return TAG.matcher(text).replaceAll("");
  }

  static String smart(String text) {
    return text.replaceAll("(^|[\\s(\\[])\"", "$1\u201C")
        .replace('"', '\u201D')
        .replace('\'', '\u2019')
        .replace("...", "\u2026")
        .replace(" - ", " \u2013 ");
  }

  static String safeLinks(String text) {
    return LINK.matcher(text)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                "https://safelinks.harbour.example/?url="
                    + URLEncoder.encode(found.group(), UTF_8)));
  }

  static String shortcodes(String text) {
    return EMOJI
        .matcher(text)
        .replaceAll(found ->
            ":"
                + Character.getName(found.group().codePointAt(0))
                    .toLowerCase(ROOT)
                    .replace(' ', '_')
                + ":");
  }

  /** The key server did not answer, so the words stay as they are stored: encrypted. */
  static void encrypted(ObjectNode item, Details details) {
    var errors = item.objectNode();
    for (var member : Rewriting.WORDINGS) {
      if (item.hasNonNull(member)) {
        item.put(member, envelope(item.path(member).asText()));
        errors
            .putObject(member)
            .put("code", "kms_failure")
            .put("reason", "Key management server failed to respond appropriately.");
      }
    }
    item.set("errors", errors);
  }

  private static String envelope(String text) {
    var encoder = Base64.getUrlEncoder().withoutPadding();
    var hash = Integer.toHexString(text.hashCode()).getBytes(UTF_8);
    var head = "{\"alg\":\"dir\",\"enc\":\"A256GCM\"}".getBytes(UTF_8);
    var hidden = text.getBytes(UTF_8);
    for (var i = 0; i < hidden.length; i++) {
      hidden[i] = (byte) (hidden[i] ^ hash[i % hash.length] ^ 0x5A);
    }
    return encoder.encodeToString(head)
        + ".."
        + encoder.encodeToString(hash)
        + "."
        + encoder.encodeToString(hidden)
        + "."
        + encoder.encodeToString(hash);
  }

  /** Derived from the markdown, even where the sender gave plain words. */
  static void plainOnly(ObjectNode item, Details details) {
    if (item.hasNonNull("markdown")) {
      item.put("text", Markdown.plain(item.path("markdown").asText(), details.people()));
    }
    item.remove("markdown");
    item.remove("html");
  }

  static void markdownAsHtml(ObjectNode item, Details details) {
    if (item.hasNonNull("markdown") && item.hasNonNull("html")) {
      item.set("markdown", item.get("html"));
    }
  }

  static void shortened(ObjectNode item, Details details) {
    for (var member : Rewriting.WORDINGS) {
      var text = item.path(member).asText();
      if (text.length() > details.value()) {
        item.put(member, text.substring(0, Math.toIntExact(details.value())) + "\u2026");
      }
    }
  }

  static void redacted(ObjectNode item, Details details) {
    for (var member : Rewriting.WORDINGS) {
      if (item.hasNonNull(member)) {
        item.put(member, "This message was removed: it may hold confidential data.");
      }
    }
  }
}
