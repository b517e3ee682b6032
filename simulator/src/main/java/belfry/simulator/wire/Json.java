package belfry.simulator.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** JSON as the platform writes and reads it. */
public final class Json {
  public static final String TYPE = "application/json;charset=UTF-8";

  /** Strict about what the control API is told: a misspelt word must not go unnoticed. */
  public static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final int USUAL_SIZE = 1024;

  private Json() {}

  /** Writes a body by hand. */
  public interface Body {
    void writeTo(JsonGenerator json) throws IOException;
  }

  /** Writes one element of a list by hand, inside its braces. */
  public interface Item<T> {
    void writeTo(JsonGenerator json, T item) throws IOException;
  }

  public static <T> void array(JsonGenerator json, String name, List<T> items, Item<T> item)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (var each : items) {
      json.writeStartObject();
      item.writeTo(json, each);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  public static Answer.Full answer(int status, Body body) {
    return Answer.of(status, TYPE, bytes(body));
  }

  public static Answer.Full answer(Object value) {
    try {
      return Answer.of(200, TYPE, MAPPER.writeValueAsBytes(value));
    } catch (IOException e) {
      throw new UncheckedIOException("This cannot be written as JSON: " + value, e);
    }
  }

  public static JsonNode tree(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new Problem(400, "This is not valid JSON: " + json);
    }
  }

  public static byte[] bytes(Body body) {
    var bytes = new ByteArrayOutputStream(USUAL_SIZE);
    try (var json = MAPPER.createGenerator(bytes)) {
      json.writeStartObject();
      body.writeTo(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("An answer cannot be written", e);
    }
    return bytes.toByteArray();
  }
}
