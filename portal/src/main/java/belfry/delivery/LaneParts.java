package belfry.delivery;

/** The parts of one lane, of which each helper takes those it works with. */
record LaneParts(
    String app,
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
