package belfry.delivery.lane;

/** What a lane needs to recall and to correct messages. */
public record FollowUpPorts(FollowUpLedger ledger, FollowUpWire wire) {}
