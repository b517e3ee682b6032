package belfry.simulator.limits;

/**
 * What became of the requests of one key.
 *
 * @param early requests that came although an earlier answer had asked to wait
 * @param permitted how many an ideal client would have got through from the first request to the
 *     last accepted one: fixed window, every window touched in full; sliding window, a full helping
 *     at once and after each length; token bucket, the full bucket and what came back. The last
 *     window counts with what was accepted in it, as nothing more was wanted. A changed limit
 *     starts afresh and counts by itself, in full up to the next change.
 */
public record LimitCount(String key, long accepted, long throttled, long early, long permitted) {}
