package belfry.delivery.lane;

import belfry.apps.AppName;
import belfry.delivery.foundation.Tuning;

/** The parts of a lane; each helper takes those it needs. */
record LaneParts(
    AppName app,
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
