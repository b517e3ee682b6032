package belfry.delivery;

import java.time.Instant;

/**
 * What the ledger says of a lane.
 *
 * @param owner the node that holds it; empty when it was given up
 * @param expiresAt the end of its lease by its owner's wall clock
 * @param wantedBy the node that asks for it; empty when none does
 */
record LaneRow(String owner, long epoch, Instant expiresAt, String wantedBy) {
  /** Nobody has held it yet. */
  static final LaneRow NEW = new LaneRow("", 0, Instant.EPOCH, "");
}
