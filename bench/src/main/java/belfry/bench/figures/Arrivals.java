package belfry.bench.figures;

import belfry.bench.site.Site;

/** How many messages the platform holds; cheap enough to be asked all the time. */
final class Arrivals {
  private Arrivals() {}

  static int of(Site site) {
    return site.simulator().messages().size();
  }
}
