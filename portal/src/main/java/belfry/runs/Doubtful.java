package belfry.runs;

import belfry.people.Target;
import belfry.platform.Dating;

/**
 * A recipient of whom nobody knows whether the message arrived.
 *
 * @param dated when it may be dated
 * @param bot person id of the bot that sent it; empty where that was not written down
 */
public record Doubtful(
    RunId run,
    long seq,
    long attemptId,
    Target.Kind kind,
    String target,
    Dating dated,
    String bot) {}
