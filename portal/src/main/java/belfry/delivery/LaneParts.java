package belfry.delivery;

import belfry.apps.AppName;

/** The parts of one lane, of which each helper takes those it works with. */
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
