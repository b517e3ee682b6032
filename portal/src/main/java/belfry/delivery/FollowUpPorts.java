package belfry.delivery;

/** What a lane needs to recall and to correct messages. */
record FollowUpPorts(FollowUpLedger ledger, FollowUpWire wire) {}
