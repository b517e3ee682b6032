package belfry.jobs;

import belfry.base.Phrase;
import java.util.Optional;

/** Pausing a job and letting it go on: the job and the gate of its run change together. */
final class Gates {
  private final JobTransactions transactions;

  Gates(JobTransactions transactions) {
    this.transactions = transactions;
  }

  Answer pause(Actor actor, JobId id, Optional<String> requestId) {
    var request = IdempotentRequest.of("pause", requestId, id);
    return set(
        new JobTransactions.Wanted(actor, id, request, new Command.Pause(), Optional.empty()),
        Run.Gate.PAUSED,
        (_, job, _) -> job);
  }

  Answer resume(Actor actor, JobId id, Optional<Long> revision, Optional<String> requestId) {
    var request = IdempotentRequest.of("resume", requestId, id);
    return set(
        new JobTransactions.Wanted(actor, id, request, new Command.Resume(), revision),
        Run.Gate.OPEN,
        (handle, job, faults) -> {
          job.state()
              .runId()
              .flatMap(run -> Runs.find(handle, run))
              .filter(run -> !run.question().isEmpty() && run.standing().tally().open() == 0)
              .ifPresent(_ ->
                  faults.add(
                      new Fault(
                          "jobId",
                          Phrase.of("job.toNobody", "It would go to nobody. Cancel it instead."))));
          return job;
        });
  }

  private Answer set(
      JobTransactions.Wanted wanted, Run.Gate gate, JobTransactions.Alteration alteration) {
    return transactions
        .apply(
            wanted,
            alteration,
            (handle, job) -> {
              job.state().runId().ifPresent(run -> Runs.setGate(handle, run, gate));
              return gate;
            })
        .answer();
  }
}
