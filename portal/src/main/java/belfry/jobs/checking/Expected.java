package belfry.jobs.checking;

import belfry.people.audience.Headcount;
import belfry.people.audience.Target;

/**
 * How many get a message, as the review and its button say: of those who are counted, neither whom
 * the platform no longer knows nor whose values do not permit it.
 *
 * @param people how many people, as far as is known
 * @param most how many at most, if all get it of whom that is not known yet
 * @param complete whether each of them was looked at; if not, some may lack a value, or are not
 *     counted yet
 */
public record Expected(long people, long most, long spaces, boolean complete) {
  static Expected of(Headcount count, WholeCheck.Without without, boolean complete) {
    var people = without.people() + gone(count, Target.Kind.PERSON);
    return new Expected(
        Math.max(0, count.people() - people - without.notYetKnown()),
        Math.max(0, count.most() - people),
        Math.max(0, count.spaces() - without.spaces() - gone(count, Target.Kind.SPACE)),
        complete && count.uncounted().isEmpty());
  }

  private static long gone(Headcount count, Target.Kind kind) {
    return count.unreachable().stream().filter(one -> one.target().kind() == kind).count();
  }

  /** How many recipients at most; whoever agrees to send it agrees to this number. */
  public long heads() {
    return most + spaces;
  }
}
