package belfry.simulator.limits;

/** Permits everything; what it permitted is what was asked. */
final class UnlimitedMeter implements Meter {
  private long taken;

  @Override
  public long take(long now) {
    taken++;
    return 0;
  }

  @Override
  public long permitted(long from, long to, boolean wantedMore) {
    return taken;
  }
}
