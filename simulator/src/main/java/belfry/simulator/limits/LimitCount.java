package belfry.simulator.limits;

import belfry.simulator.base.Resource;

/**
 * What became of the requests of one key.
 *
 * @param subject whose requests: the bot's name, the person's address, or all rooms together
 * @param early requests that came although an earlier answer had asked to wait
 * @param permitted how many an ideal client would have got through from the first request to the
 *     last accepted one. Without a limit: as many as were accepted. Fixed window: every window that
 *     the interval touches, in full. Sliding window: all at once, and all again after each length.
 *     Token bucket: the full bucket, and what came back. The last window counts with what was
 *     accepted in it, as nothing more was wanted. A limit that was changed at a given time counts
 *     in full until then, one that was changed after so many requests until the last of those; the
 *     next one starts afresh. What a {@link Rival} took in between is taken off.
 * @param strays requests refused although no limit was reached; they are not among the throttled
 * @param rival what another program with the same token took from the budget
 */
public record LimitCount(
    Resource resource,
    String subject,
    long accepted,
    long throttled,
    long early,
    long permitted,
    long strays,
    long rival) {
  static LimitCount none(Limits.Key key) {
    return new LimitCount(key.resource(), key.subject(), 0, 0, 0, 0, 0, 0);
  }

  /** Of both together; the subject stays that of this one. */
  public LimitCount plus(LimitCount other) {
    return new LimitCount(
        resource,
        subject,
        accepted + other.accepted,
        throttled + other.throttled,
        early + other.early,
        permitted + other.permitted,
        strays + other.strays,
        rival + other.rival);
  }
}
