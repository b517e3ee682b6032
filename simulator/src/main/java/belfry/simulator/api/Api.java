package belfry.simulator.api;

import belfry.simulator.wire.Router;

/** The whole contract: every operation on its path. */
public final class Api implements AutoCloseable {
  private final Gateway gateway;

  public Api(Platform platform, Router router) {
    gateway = new Gateway(platform);
    var routes = new Routes(router, gateway);
    var rooms = new Rooms(platform);
    new TokenApi(platform.oauth()).addTo(routes);
    new PeopleApi(platform.directory()).addTo(routes);
    new RoomsApi(platform, rooms).addTo(routes);
    new MembershipsApi(rooms, platform.directory()).addTo(routes);
    new SendingApi(platform, rooms).addTo(routes);
    new ReadingApi(platform, rooms).addTo(routes);
    new WebhooksApi(platform).addTo(routes);
    new ActionsApi(platform, rooms).addTo(routes);
    new ContentsApi(rooms).addTo(routes);
    new GroupsApi(platform).addTo(routes);
  }

  @Override
  public void close() {
    gateway.close();
  }
}
