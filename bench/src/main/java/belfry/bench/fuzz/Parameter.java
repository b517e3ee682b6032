package belfry.bench.fuzz;

import com.fasterxml.jackson.databind.JsonNode;

/** What an operation takes beside its body, as the document has it. */
record Parameter(String name, Place place, boolean required, JsonNode schema) {
  /** Where it stands. */
  enum Place {
    PATH,
    QUERY,
    HEADER
  }
}
