package belfry.delivery.foundation;

import java.time.Instant;
import org.jdbi.v3.core.Handle;

/**
 * The right to send in one lane, under an epoch that no earlier or later owner has.
 *
 * @param owner the process that holds it
 */
public record Lease(LaneId lane, String owner, long epoch) {
  /** The single statement that renews, locks and fences: false means that the lane was lost. */
  public boolean renew(Handle handle, Instant until) {
    return handle.execute(
            "UPDATE lane SET expires_at = ? WHERE app = ? AND owner = ? AND epoch = ?",
            until,
            lane,
            owner,
            epoch)
        == 1;
  }
}
