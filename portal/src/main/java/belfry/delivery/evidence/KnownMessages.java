package belfry.delivery.evidence;

import belfry.platform.ids.Likeness;
import belfry.platform.ids.PlatformId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Our own records of messages to a target.
 *
 * @param recorded those of the given ids that belong to attempts
 * @param vouched whether the target may have messages of ours with unknown ids, because a person
 *     said so or has yet to decide
 */
public record KnownMessages(Set<String> recorded, boolean vouched) {
  public static final KnownMessages NOTHING = new KnownMessages(Set.of(), false);

  public KnownMessages and(KnownMessages other) {
    var all = new HashSet<>(recorded);
    all.addAll(other.recorded);
    return new KnownMessages(all, vouched || other.vouched);
  }

  /** Those of {@code ids} that are among {@code recorded}, in any form. */
  public static Set<String> among(Collection<String> ids, Collection<String> recorded) {
    return ids.stream()
        .filter(
            id -> recorded.stream().anyMatch(one -> PlatformId.compare(id, one) == Likeness.SAME))
        .collect(Collectors.toSet());
  }
}
