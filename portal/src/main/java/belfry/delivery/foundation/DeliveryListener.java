package belfry.delivery.foundation;

import belfry.apps.AppName;
import belfry.platform.Outcome;
import java.time.Duration;

/** Learns what lanes ask the platform, and how it answers, for those who watch them. */
public interface DeliveryListener {
  DeliveryListener NONE =
      new DeliveryListener() {
        @Override
        public void ended(AppName app, Asked asked, Outcome outcome, Duration taken) {
          // Nobody watches.
        }

        @Override
        public void rests(AppName app, Duration length) {
          // Nobody watches.
        }
      };

  /** What was asked of the platform. */
  enum Asked {
    SEND,
    RECALL,
    CORRECTION
  }

  /**
   * A request has ended. Called by the lane's thread; must not wait.
   *
   * @param taken from the commit of its intent
   */
  void ended(AppName app, Asked asked, Outcome outcome, Duration taken);

  /** The platform asked for a rest. Called by the lane's thread; must not wait. */
  void rests(AppName app, Duration length);
}
