package belfry.people.audience;

import belfry.people.directory.Person;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Why somebody is in an audience or is not.
 *
 * @param person empty if nobody has the address, or if it could not be looked up
 * @param emails by which they can be chosen: all that are known to mean them
 * @param chosenBy what chooses them
 * @param leftOutBy what leaves them out, whatever they are chosen by
 * @param unread names of groups that could not be read just now, so that more may hold
 */
public record Membership(
    Optional<Person> person,
    Verdict verdict,
    Set<String> emails,
    List<Reason> chosenBy,
    List<Reason> leftOutBy,
    List<String> unread) {
  /** The answer. */
  public enum Verdict {
    INCLUDED,
    LEFT_OUT,
    NOT_CHOSEN,

    /** Nobody has this address. */
    NO_ACCOUNT,

    /** The platform did not say whose address it is, or which address the person has. */
    NOT_ANSWERED
  }

  /** What an entry of an audience is. */
  public enum Kind {
    GROUP,
    PERSON,
    LIST,
    /** Those who got an earlier message. */
    RECIPIENTS
  }

  /**
   * One entry that they are in.
   *
   * @param line of an uploaded list
   * @param saved the saved audience that it belongs to
   */
  public record Reason(Kind kind, String name, Optional<Integer> line, Optional<String> saved) {}
}
