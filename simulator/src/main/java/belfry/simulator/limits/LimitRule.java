package belfry.simulator.limits;

import belfry.simulator.base.Mix;
import belfry.simulator.base.Resource;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The limit of one resource, for one bot or for each, with the changes it will go through.
 *
 * @param bot name of the bot this is for; null for all tokens without a rule of their own
 * @param shared whether all tokens have it together, besides what each has of its own
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LimitRule(
    Resource resource,
    @Nullable String bot,
    boolean shared,
    Limit limit,
    Refusal refusal,
    List<Change> changes) {

  /**
   * A change in mid run, so long after the rule was set or after so many accepted requests of a
   * key; exactly one of the two is given.
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Change(@Nullable Long afterMillis, @Nullable Integer afterAccepted, Limit limit) {
    public Change {
      if ((afterMillis == null) == (afterAccepted == null)) {
        throw new IllegalArgumentException(
            "A change of a limit has either afterMillis or afterAccepted");
      }
    }
  }

  public LimitRule {
    changes = List.copyOf(changes);
    if (shared && bot != null) {
      throw new IllegalArgumentException("A limit that is shared is not that of one bot");
    }
  }

  @JsonCreator
  static LimitRule of(
      @JsonProperty(value = "resource", required = true) Resource resource,
      @JsonProperty("bot") @Nullable String bot,
      @JsonProperty("shared") boolean shared,
      @JsonProperty(value = "limit", required = true) Limit limit,
      @JsonProperty("refusal") @Nullable Refusal refusal,
      @JsonProperty("changes") @Nullable List<Change> changes) {
    return new LimitRule(
        resource,
        bot,
        shared,
        limit,
        refusal == null ? Refusal.proper() : refusal,
        changes == null ? List.of() : changes);
  }

  /** "Around 300 requests per minute" for what is neither messages nor people. */
  public static List<LimitRule> usual() {
    return Stream.of(
            Resource.ROOMS,
            Resource.MEMBERSHIPS,
            Resource.GROUPS,
            Resource.WEBHOOKS,
            Resource.CONTENTS,
            Resource.ATTACHMENT_ACTIONS)
        .map(it -> of(it, Limit.fixedWindow(300, Duration.ofMinutes(1))))
        .toList();
  }

  public static LimitRule of(Resource resource, Limit limit) {
    return new LimitRule(resource, null, false, limit, Refusal.proper(), List.of());
  }

  public LimitRule forBot(String name) {
    return new LimitRule(resource, name, shared, limit, refusal, changes);
  }

  public LimitRule forAllTogether() {
    return new LimitRule(resource, null, true, limit, refusal, changes);
  }

  public LimitRule refusing(Refusal how) {
    return new LimitRule(resource, bot, shared, limit, how, changes);
  }

  public LimitRule thenAfter(Duration time, Limit next) {
    return changing(new Change(time.toMillis(), null, next));
  }

  public LimitRule thenAfterAccepted(int accepted, Limit next) {
    return changing(new Change(null, accepted, next));
  }

  /**
   * Moves up or down by at most this share, again and again: a walk that the seed decides, never
   * below a quarter of the limit and never above four times of it.
   */
  public LimitRule wandering(double share, Duration every, int steps, long seed) {
    var rule = this;
    var factor = 1.0;
    for (var step = 1; step <= steps; step++) {
      var move = share * (2 * Mix.share(Mix.of(seed, 40, step)) - 1);
      factor = Math.clamp(factor * (1 + move), 0.25, 4);
      rule = rule.thenAfter(every.multipliedBy(step), limit.times(factor));
    }
    return rule;
  }

  private LimitRule changing(Change change) {
    var all = Stream.concat(changes.stream(), Stream.of(change));
    return new LimitRule(resource, bot, shared, limit, refusal, all.toList());
  }
}
