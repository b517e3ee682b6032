package belfry.messages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An adaptive card as it is sent, perhaps with placeholders in its texts.
 *
 * @param json a JSON object
 */
public record Card(String json) {
  /** In bytes of UTF-8; the platform names no limit in any source we know. */
  public static final int MOST_BYTES = 20_000;

  /** Levels of nesting. */
  public static final int DEEPEST = 100;

  /** Cards are read only here, so that none is too deep for whoever walks through it. */
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS.mappedFeature())
          .build();

  static {
    MAPPER
        .getFactory()
        .setStreamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build());
  }

  /** The card as a tree; what is no JSON has none. */
  public JsonNode tree() {
    return tree(json);
  }

  /** Reads a card that somebody else wrote; missing if it is none that could be read. */
  public static JsonNode tree(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException | NumberFormatException _) {
      return MAPPER.missingNode();
    }
  }

  /** The card as a tree, if it is one. */
  public Optional<JsonNode> shown() {
    return Optional.of(tree()).filter(JsonNode::isObject);
  }

  /** With another text; empty if it was not made of the first one. */
  public Optional<Card> anew(MessageText was, MessageText now) {
    return SimpleCard.anew(this, was, now);
  }

  public int bytes() {
    return json.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Whether a browser could follow it, and it leads where it seems to. */
  static boolean isAddress(String address) {
    try {
      var uri = new URI(address);
      return ("https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme()))
          && uri.getHost() != null
          && uri.getRawUserInfo() == null;
    } catch (URISyntaxException _) {
      return false;
    }
  }
}
