package belfry.simulator.messages;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A content kept once, with all that is derived from it. */
public record Words(
    int number,
    Content content,
    String text,
    @Nullable String html,
    Markdown.Mentions mentions,
    String hash) {

  static Words of(int number, Content content) {
    var markdown = content.markdown();
    var given = content.text();
    var text = given != null ? given : markdown != null ? Markdown.plain(markdown) : "";
    return new Words(
        number,
        content,
        text,
        markdown == null ? null : Markdown.html(markdown),
        Markdown.mentions(content.words()),
        hash(content.words()));
  }

  Words withNumber(int other) {
    return new Words(other, content, text, html, mentions, hash);
  }

  /** SHA-256, so that another program can compare what it sent without keeping it. */
  private static String hash(String words) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(words.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
