package belfry.delivery.foundation;

import belfry.base.Time;
import belfry.platform.Platform;
import belfry.storage.Database;

/** What delivery stands on. */
public record Infrastructure(
    Database database, Platform platform, Tuning tuning, Time time, DeliveryListener listener) {
  /** With nobody who watches. */
  public Infrastructure(Database database, Platform platform, Tuning tuning, Time time) {
    this(database, platform, tuning, time, DeliveryListener.NONE);
  }
}
