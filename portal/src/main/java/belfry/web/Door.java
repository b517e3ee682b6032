package belfry.web;

import belfry.base.Time;
import belfry.http.Endpoint;
import belfry.http.HttpServer;
import belfry.http.Site;
import java.util.Optional;

/**
 * The portal's port. It can be opened before the portal is there, so that whoever watches the
 * process knows that it lives however long it takes to start.
 */
public final class Door implements AutoCloseable {
  private final Endpoint endpoint;
  private final Time time;
  private Optional<HttpServer> server = Optional.empty();
  private volatile Site site = new Starting();

  /** Opens nothing yet. */
  public Door(Endpoint endpoint, Time time) {
    this.endpoint = endpoint;
    this.time = time;
  }

  /**
   * Opens the port, if it is not open.
   *
   * @throws belfry.http.PortTaken if something else uses it
   */
  public synchronized void open() {
    if (server.isEmpty()) {
      var opened = new HttpServer(endpoint, segments -> site.at(segments), time);
      server = Optional.of(opened);
      opened.start();
    }
  }

  /** Shows this to whoever comes from now on. */
  void admit(Site site) {
    this.site = site;
    open();
  }

  synchronized int port() {
    return server.orElseThrow().port();
  }

  /** Keeps no connection any more; whoever comes is still answered. */
  synchronized void leave() {
    server.ifPresent(HttpServer::leave);
  }

  @Override
  public synchronized void close() {
    server.ifPresent(HttpServer::close);
    server = Optional.empty();
  }
}
