package belfry.standin.manners;

import static java.util.Locale.ROOT;

import belfry.standin.world.IdType;
import belfry.standin.world.Person;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.BiConsumer;

/** How a message says who wrote it; settled for each message. */
public enum AuthorManner implements Manner {
  AUTHOR_ID_PADDED(
      "the author's id with the padding of base64",
      (item, author) -> item.put("personId", padded(author.id()))),
  AUTHOR_ID_UUID(
      "the author's id as a bare UUID",
      (item, author) -> item.put("personId", author.uuid().toString())),
  AUTHOR_OTHER_CLUSTER(
      "the author's id as another cluster writes it",
      (item, author) ->
          item.put(
              "personId", IdType.PEOPLE.in("urn:TEAM:eu-central-1_k", author.uuid().toString()))),
  AUTHOR_EMAIL_CASED(
      "the author's address in capitals",
      (item, author) -> item.put("personEmail", author.email().toUpperCase(ROOT))),
  AUTHOR_ONLY_EMAIL("the author's address and no id", (item, _) -> item.remove("personId")),
  AUTHOR_ONLY_ID("the author's id and no address", (item, _) -> item.remove("personEmail")),
  AUTHOR_MISSING(
      "nothing about the author",
      (item, _) -> {
        item.remove("personId");
        item.remove("personEmail");
      });

  private final String says;

  // A function without a state of its own.
  @SuppressWarnings("ImmutableEnumChecker")
  private final BiConsumer<ObjectNode, Person> change;

  AuthorManner(String says, BiConsumer<ObjectNode, Person> change) {
    this.says = says;
    this.change = change;
  }

  private static String padded(String id) {
    return id + "=".repeat(Math.floorMod(-id.length(), 4));
  }

  public void apply(ObjectNode item, Person author) {
    change.accept(item, author);
  }

  @Override
  public String says() {
    return says;
  }
}
