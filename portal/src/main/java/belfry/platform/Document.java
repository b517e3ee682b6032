package belfry.platform;

import belfry.base.Phrase;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * One JSON object of the platform's, read as the contract has it: what must be there and is not, or
 * is of another kind, makes the answer {@link Unexpected}, never empty.
 */
record Document(JsonNode json) {

  /** The answer is not what the contract says. */
  static final class Unexpected extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Phrase what;

    Unexpected(Phrase what) {
      super(what.words(), null, false, false);
      this.what = what;
    }

    Phrase what() {
      return what;
    }
  }

  Document {
    if (!json.isObject()) {
      throw new Unexpected(NoAnswer.NO_OBJECT);
    }
  }

  /** A text that must be there. */
  String required(String field) {
    var text = optional(field);
    if (text.isBlank()) {
      throw new Unexpected(NoAnswer.NO_FIELD.with("field", field));
    }
    return text;
  }

  /** A text that may be left out; then it is empty. */
  String optional(String field) {
    return text(json.path(field));
  }

  /** A list of texts that may be left out. */
  List<String> texts(String field) {
    var texts = new ArrayList<String>();
    json.path(field).forEach(one -> texts.add(text(one)));
    return texts;
  }

  /** Without NUL, which no database takes and no text needs. */
  private static String text(JsonNode node) {
    return node.isTextual() || node.isNumber() ? node.asText().replace("\0", "") : "";
  }

  boolean flag(String field) {
    return json.path(field).asBoolean(false);
  }

  OptionalInt number(String field) {
    var node = json.path(field);
    return node.isIntegralNumber() && node.canConvertToInt()
        ? OptionalInt.of(node.intValue())
        : OptionalInt.empty();
  }

  /** How many a list holds; 0 where it is left out. */
  int size(String field) {
    return json.path(field).size();
  }

  boolean has(String field) {
    return json.hasNonNull(field);
  }

  /** A list that must be there, each of its entries an object. */
  List<Document> list(String field) {
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
