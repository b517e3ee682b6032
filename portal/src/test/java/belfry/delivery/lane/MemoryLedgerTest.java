package belfry.delivery.lane;

import belfry.people.audience.Target;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Tally;
import belfry.testing.TestPortal;
import java.util.List;

/** The double that other tests stand on obeys the same contract as the real ledger. */
class MemoryLedgerTest extends LedgerContract implements SharedLedgerContract {
  private final MemoryLedger ledger = new MemoryLedger(TestPortal.NEWS, time, TTL);

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  RunId addRun(String markdown, List<Target> targets) {
    return ledger.addRun(Run.Kind.JOB, markdown, targets);
  }

  @Override
  void setGate(RunId run, Run.Gate gate) {
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
