package belfry.bench.site;

/** A portal whose ways to its database and to its platform can be cut. */
public record CabledNode(PortalProcess portal, Cable database, Cable platform)
    implements AutoCloseable {
  @Override
  public void close() {
    portal.close();
    database.close();
    platform.close();
  }
}
