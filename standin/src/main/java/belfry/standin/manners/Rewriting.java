package belfry.standin.manners;

import belfry.standin.world.People;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.UnaryOperator;

/** A change of one message as it stands in an answer. */
@FunctionalInterface
public interface Rewriting {
  /** The members that hold words. */
  List<String> WORDINGS = List.of("text", "markdown", "html");

  /**
   * What it may have to know.
   *
   * @param value the manner's number
   */
  record Details(People people, long value) {}

  void apply(ObjectNode item, Details details);

  /** Changes plain words, Markdown and HTML alike. */
  static Rewriting eachWording(UnaryOperator<String> change) {
    return (item, _) -> WORDINGS.forEach(member -> change(item, member, change));
  }

  static Rewriting markdownOnly(UnaryOperator<String> change) {
    return (item, _) -> change(item, "markdown", change);
  }

  static Rewriting without(String... members) {
    return (item, _) -> item.remove(List.of(members));
  }

  private static void change(ObjectNode item, String member, UnaryOperator<String> change) {
    if (item.hasNonNull(member)) {
      item.put(member, change.apply(item.path(member).asText()));
    }
  }
}
