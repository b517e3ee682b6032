package belfry.simulator.faults;

import belfry.simulator.base.Operation;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One line of the script of faults: what goes wrong, on which calls.
 *
 * @param on the operation; null for every one
 * @param to recipients, by person id, e-mail or room id; null for every one
 * @param share of the matching calls, 0 to 1; null for all
 * @param every fires on each n-th matching call; null for no such rule
 * @param calls fires on exactly these matching calls, counted from 1; null for no such rule
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FaultRule(
    Fault fault,
    @Nullable Operation on,
    @Nullable List<String> to,
    @Nullable Double share,
    @Nullable Integer every,
    @Nullable List<Long> calls) {

  public FaultRule {
    Objects.requireNonNull(fault, "fault is missing");
    if ((every != null && every < 1) || (share != null && (share < 0 || share > 1))) {
      throw new IllegalArgumentException("A fault needs a share from 0 to 1 and an every above 0");
    }
  }

  /** This fault on every call of this operation, until narrowed down. */
  public static FaultRule on(Operation operation, Fault fault) {
    return new FaultRule(fault, operation, null, null, null, null);
  }

  public static FaultRule onEverything(Fault fault) {
    return new FaultRule(fault, null, null, null, null, null);
  }

  public FaultRule to(String... recipients) {
    return new FaultRule(fault, on, List.of(recipients), share, every, calls);
  }

  public FaultRule withShare(double part) {
    return new FaultRule(fault, on, to, part, every, calls);
  }

  public FaultRule every(int number) {
    return new FaultRule(fault, on, to, share, number, calls);
  }

  /** Only on these calls, counted from 1 since the rule was set. */
  public FaultRule onCalls(Long... numbers) {
    return new FaultRule(fault, on, to, share, every, List.of(numbers));
  }
}
