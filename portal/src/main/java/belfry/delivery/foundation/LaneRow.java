package belfry.delivery.foundation;

import java.time.Instant;

/**
 * A lane's row in the ledger.
 *
 * @param owner the node that holds it; empty if it was given up
 * @param expiresAt the end of its lease by its owner's wall clock, by which others see it renewed
 * @param wantedBy the node that asks for it; empty if none does
 */
public record LaneRow(String owner, long epoch, Instant expiresAt, String wantedBy) {
  /** A lane that nobody has held yet. */
  public static final LaneRow NEW = new LaneRow("", 0, Instant.EPOCH, "");
}
