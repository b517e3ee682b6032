package belfry.delivery.lane;

import belfry.people.audience.Target;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Tally;
import belfry.testing.TestPortal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** The double that other tests stand on obeys the same contract as the real ledger. */
class MemoryLedgerTest extends LedgerContract implements SharedLedgerContract {
  private final MemoryLedger ledger = new MemoryLedger(TestPortal.NEWS, time, TTL);
  private final Map<Integer, MemoryLedger> others = new HashMap<>();

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public Ledger ledger(int bot) {
    return bot == 0 ? ledger : others.computeIfAbsent(bot, one -> new MemoryLedger(ledger, one));
  }

  @Override
  public void split(RunId run, ToIntFunction<String> bots) {
    ledger.split(run, bots);
  }

  @Override
  RunId addRun(String markdown, List<Target> targets) {
    return ledger.addRun(Run.Kind.JOB, markdown, targets);
  }

  @Override
  public void setGate(RunId run, Run.Gate gate) {
    ledger.setGate(run, gate);
  }

  @Override
  public void ask(String node) {
    ledger.ask(node);
  }

  @Override
  public void restored(RunId run) {
    ledger.restored(run);
  }

  @Override
  Tally tally(RunId run) {
    return ledger.tally(run);
  }
}
