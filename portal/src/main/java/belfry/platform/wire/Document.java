package belfry.platform.wire;

import belfry.base.Phrase;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A JSON object from the platform, read according to the contract. A required value that is
 * missing, or has the wrong type, makes the answer {@link Unexpected}, never empty.
 */
public record Document(JsonNode json) {

  /** The answer does not follow the contract. */
  public static final class Unexpected extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Phrase what;

    public Unexpected(Phrase what) {
      super(what.english(), null, false, false);
      this.what = what;
    }

    public Phrase what() {
      return what;
    }
  }

  public Document {
    if (!json.isObject()) {
      throw new Unexpected(NoAnswer.NO_OBJECT);
    }
  }

  /** A required text. */
  public String required(String field) {
    var text = optional(field);
    if (text.isBlank()) {
      throw new Unexpected(NoAnswer.NO_FIELD.with("field", field));
    }
    return text;
  }

  /** An optional text; empty if it is missing. */
  public String optional(String field) {
    return text(json.path(field));
  }

  /** An optional list of texts. */
  public List<String> texts(String field) {
    var texts = new ArrayList<String>();
    json.path(field).forEach(one -> texts.add(text(one)));
    return texts;
  }

  /** Without NUL, which not every database accepts and no text needs. */
  private static String text(JsonNode node) {
    return node.isTextual() || node.isNumber() ? node.asText().replace("\0", "") : "";
  }

  public boolean flag(String field) {
    return json.path(field).asBoolean(false);
  }

  public OptionalInt number(String field) {
    var node = json.path(field);
    return node.isIntegralNumber() && node.canConvertToInt()
        ? OptionalInt.of(node.intValue())
        : OptionalInt.empty();
  }

  /** The length of a list; 0 if it is missing. */
  public int size(String field) {
    return json.path(field).size();
  }

  public boolean has(String field) {
    return json.hasNonNull(field);
  }

  /** A required list of objects. */
  public List<Document> list(String field) {
    var node = json.path(field);
    if (!node.isArray()) {
      throw new Unexpected(NoAnswer.NO_LIST.with("field", field));
    }
    if (has("errors")) {
      throw new Unexpected(NoAnswer.WITH_ERRORS);
    }
    var entries = new ArrayList<Document>();
    node.forEach(entry -> entries.add(new Document(entry)));
    return entries;
  }
}
