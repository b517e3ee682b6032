package belfry.simulator.webhooks;

import java.time.Duration;

/**
 * How webhooks are delivered.
 *
 * @param timeout how long an answer may take
 * @param mostFailures after so many in a row a webhook becomes inactive; no source tells the number
 */
public record WebhookSettings(Duration timeout, int mostFailures) {
  public WebhookSettings {
    if (!timeout.isPositive() || mostFailures < 1) {
      throw new IllegalArgumentException("Webhooks need a time-out and a number of failures");
    }
  }

  public static WebhookSettings defaults() {
    return new WebhookSettings(Duration.ofSeconds(10), 100);
  }
}
