package belfry.jobs;

import java.util.Optional;

/** Pausing a job and letting it go on: the job and the gate of its run change together. */
final class Gates {
  private final Changes changes;

  Gates(Changes changes) {
    this.changes = changes;
  }

  Answer pause(Actor actor, JobId id, Optional<String> requestId) {
    var ask = Ask.of("pause", requestId, id);
    return set(
        new Changes.Wanted(actor, id, ask, new Command.Pause(), Optional.empty()),
        Run.Gate.PAUSED,
        (_, job, _) -> job);
  }

  Answer resume(Actor actor, JobId id, Optional<Long> revision, Optional<String> requestId) {
    var ask = Ask.of("resume", requestId, id);
    return set(
        new Changes.Wanted(actor, id, ask, new Command.Resume(), revision),
        Run.Gate.OPEN,
        (handle, job, faults) -> {
          job.state()
              .runId()
              .flatMap(run -> Runs.find(handle, run))
              .filter(run -> !run.question().isEmpty() && run.standing().tally().open() == 0)
              .ifPresent(
                  _ -> faults.add(new Fault("jobId", "It would go to nobody. Cancel it instead.")));
          return job;
        });
  }

  private Answer set(Changes.Wanted wanted, Run.Gate gate, Changes.Alteration alteration) {
    return changes
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
