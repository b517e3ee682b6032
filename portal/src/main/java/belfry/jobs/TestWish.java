package belfry.jobs;

import belfry.people.Groups;
import java.util.List;
import java.util.Optional;

/**
 * To whom a test goes, and as whose message.
 *
 * @param to empty for its author
 * @param as the person of the audience whose values it shows; empty if each reads their own
 */
public record TestWish(List<Groups.Reference> to, Optional<Groups.Reference> as) {
  /** To its author, with the author's own values. */
  public static final TestWish OWN = new TestWish(List.of(), Optional.empty());
}
