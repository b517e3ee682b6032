package belfry.delivery;

import belfry.platform.ShownContent;
import belfry.runs.RunId;
import belfry.runs.Settlement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is still to be written into the ledger. It stays here until a transaction is known to be
 * committed; a transaction repeated in doubt does no harm. Its lane's thread only.
 */
final class Outbox {
  private final List<Settlement> settlements = new ArrayList<>();
  private final List<Ledger.Abandoned> abandoned = new ArrayList<>();
  private final List<Rest> rests = new ArrayList<>();
  private final List<Echo> echoes = new ArrayList<>();

  /** How the platform shows a run's content. */
  record Echo(RunId run, ShownContent shown) {}

  void add(Settlement settlement) {
    settlements.add(settlement);
  }

  void add(Rest rest) {
    rests.add(rest);
  }

  void add(Echo echo) {
    echoes.add(echo);
  }

  /** These claims were perhaps committed, but nothing of them was sent. */
  void abandon(Ledger.Order order) {
    order
        .claims()
        .forEach(claim -> abandoned.add(new Ledger.Abandoned(claim.run(), order.attemptId())));
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

  /** The order is committed: what it carried came first in here. */
  void written(Ledger.Order order) {
    settlements.subList(0, order.settlements().size()).clear();
    abandoned.subList(0, order.abandoned().size()).clear();
    rests.subList(0, order.rests().size()).clear();
    echoes.removeIf(echo -> order.echoes().containsKey(echo.run()));
  }

  /** The lane is somebody else's, who takes what was claimed for doubtful. */
  void laneLost() {
    abandoned.clear();
  }

  void lateWritten() {
    settlements.clear();
    rests.clear();
    echoes.clear();
  }
}
