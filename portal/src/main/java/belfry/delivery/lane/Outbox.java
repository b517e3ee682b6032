package belfry.delivery.lane;

import belfry.delivery.foundation.Rest;
import belfry.platform.ShownContent;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Settlement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What has yet to be written into the ledger. It stays here until a transaction is known to be
 * committed; repeating a transaction in doubt does no harm. Used only by its lane's thread.
 */
final class Outbox {
  private final List<Settlement> settlements = new ArrayList<>();

  /** Those of them that looks have found. */
  private final Set<Settlement> found = new HashSet<>();

  private final List<Ledger.Abandoned> abandoned = new ArrayList<>();
  private final List<Rest> rests = new ArrayList<>();
  private final List<Echo> echoes = new ArrayList<>();

  /** How the platform shows a run's content. */
  record Echo(RunId run, ShownContent shown) {}

  void add(Settlement settlement) {
    settlements.add(settlement);
  }

  /**
   * The result of a look, which counts only while the lane is ours: its next owner looks as well.
   */
  void found(Settlement settlement) {
    found.add(settlement);
    settlements.add(settlement);
  }

  void add(Rest rest) {
    rests.add(rest);
  }

  void add(Echo echo) {
    echoes.add(echo);
  }

  /** These claims may have been committed, but nothing of them was sent. */
  void abandon(Ledger.Order order) {
    Stream.concat(order.claims().stream().map(Ledger.Claim::run), order.skip().stream())
        .distinct()
        .forEach(run -> abandoned.add(new Ledger.Abandoned(run, order.attemptId())));
  }

  boolean isEmpty() {
    return settlements.isEmpty() && abandoned.isEmpty() && rests.isEmpty();
  }

  List<Settlement> settlements() {
    return List.copyOf(settlements);
  }

  List<Ledger.Abandoned> abandoned() {
    return List.copyOf(abandoned);
  }

  List<Rest> rests() {
    return List.copyOf(rests);
  }

  Map<RunId, ShownContent> echoes() {
    return echoes.stream().collect(Collectors.toMap(Echo::run, Echo::shown, (first, _) -> first));
  }

  /** The order was committed; its content was the oldest in here. */
  void written(Ledger.Order order) {
    settlements.subList(0, order.settlements().size()).clear();
    order.settlements().forEach(found::remove);
    abandoned.subList(0, order.abandoned().size()).clear();
    rests.subList(0, order.rests().size()).clear();
    echoes.removeIf(echo -> order.echoes().containsKey(echo.run()));
  }

  /** The lane belongs to another node now, which treats the claimed recipients as in doubt. */
  void laneLost() {
    abandoned.clear();
    settlements.removeAll(found);
    found.clear();
  }

  void lateWritten() {
    settlements.clear();
    rests.clear();
    echoes.clear();
  }
}
