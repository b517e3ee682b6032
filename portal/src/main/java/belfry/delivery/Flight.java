package belfry.delivery;

import belfry.jobs.RunId;
import belfry.people.Target;
import java.time.Instant;

/**
 * One attempt on its way.
 *
 * @param intentAt its intent on the platform's clock
 * @param intentNanos the same moment on our monotonic clock, taken before the intent was committed
 */
record Flight(
    RunId run,
    long seq,
    long attemptId,
    Target.Kind kind,
    String target,
    int attempt,
    Instant intentAt,
    long intentNanos) {}
