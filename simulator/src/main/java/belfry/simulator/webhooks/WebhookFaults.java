package belfry.simulator.webhooks;

/**
 * What goes wrong with letters, each as a share from 0 to 1.
 *
 * @param lost never sent
 * @param doubled sent twice
 * @param late sent after {@code lateMillis}
 * @param forged another one comes with it that nobody signed, about a message that does not exist
 */
public record WebhookFaults(
    double lost, double doubled, double late, long lateMillis, double forged) {
  public static final WebhookFaults NONE = new WebhookFaults(0, 0, 0, 0, 0);

  /** The longest that a letter can be late. */
  private static final long LATEST = 600_000;

  public WebhookFaults {
    if (!isShare(lost) || !isShare(doubled) || !isShare(late) || !isShare(forged)) {
      throw new IllegalArgumentException("lost, doubled, late and forged are shares from 0 to 1");
    }
    if (lateMillis < 0 || lateMillis > LATEST) {
      throw new IllegalArgumentException("lateMillis is a number from 0 to " + LATEST);
    }
  }

  private static boolean isShare(double number) {
    return number >= 0 && number <= 1;
  }
}
