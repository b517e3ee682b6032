package belfry.delivery.lane;

import belfry.apps.AppName;
import belfry.delivery.basis.Tuning;

/** The parts of a lane; each helper takes those it needs. */
record LaneParts(
    AppName app,
    Wire wire,
    Tuning tuning,
    Backlog backlog,
    Reconciler reconciler,
    Inquiry inquiry,
    OtherSenders others,
    BotWatch bot,
    Outbox outbox,
    Flights flights,
    LanePace pace) {}
