package belfry.bench.site;

/** How many messages the platform holds; cheap enough to be asked all the time. */
public final class Arrivals {
  private Arrivals() {}

  public static int of(Site site) {
    return site.platform().arrived();
  }
}
