package belfry.standin.answers;

import belfry.standin.wire.Reply;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Collection;

/** JSON as it comes and goes. */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static ArrayNode array(Collection<? extends JsonNode> items) {
    return MAPPER.createArrayNode().addAll(items);
  }

  /** What the platform answers a list with. */
  public static ObjectNode items(Collection<? extends JsonNode> items) {
    return object().set("items", array(items));
  }

  public static Reply reply(int status, JsonNode body) {
    return Reply.of(status, "application/json;charset=UTF-8", bytes(body));
  }

  public static Reply reply(JsonNode body) {
    return reply(200, body);
  }

  public static byte[] bytes(JsonNode body) {
    try {
      return MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree that cannot be written", e);
    }
  }

  /** The object that somebody has sent. */
  public static ObjectNode read(byte[] body) {
    try {
      if (MAPPER.readTree(body) instanceof ObjectNode object) {
        return object;
      }
    } catch (IOException _) {
      // The same refusal as for JSON that is no object.
    }
    throw Problem.of(400, "The request could not be understood by the server: no JSON object.");
  }
}
