package belfry.delivery.lane;

import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Tuning;

/** The parts of a lane; each helper takes those it needs. */
record LaneParts(
    LaneId lane,
    Wire wire,
    Tuning tuning,
    RunTurns turns,
    Reconciler reconciler,
    Inquiry inquiry,
    OtherSenders others,
    BotWatch bot,
    Outbox outbox,
    Flights flights,
    LanePace pace) {}
