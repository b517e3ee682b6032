package belfry.standin;

import static java.nio.charset.StandardCharsets.UTF_8;

import belfry.standin.answers.Json;
import belfry.standin.wire.WireServer;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.time.InstantSource;

/**
 * The stand-in as a program: it says in one line of JSON where it is and who may enter, and ends
 * when its input does. Whoever starts it keeps that open, so that it outlives the program under
 * test and not the trial.
 */
public final class StandIn implements AutoCloseable {
  private final World world;
  private final Platform platform;
  private final WireServer server;

  private StandIn(World world, Platform platform, WireServer server) {
    this.world = world;
    this.platform = platform;
    this.server = server;
  }

  /** Serves at once. */
  public static StandIn open(Settings settings, InstantSource time) {
    var world = World.made(settings.people(), settings.bots(), settings.seed(), time);
    var platform = new Platform(world, settings.seed(), time);
    return new StandIn(world, platform, WireServer.open(settings.port(), platform::answer));
  }

  public static void main(String[] arguments) throws IOException {
    try (var standIn = open(Settings.parse(arguments), new SteadyTime())) {
      var out = new PrintStream(System.out, true, UTF_8);
      out.println(standIn.introduction());
      while (System.in.read() >= 0) {
        // Whatever is said to it; only the end counts.
      }
    }
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  /** All that a program needs to work with this platform. */
  public ObjectNode introduction() {
    var access = world.access();
    var introduction =
        Json.object()
            .put("address", address().toString())
            .put("clientId", access.clientId())
            .put("clientSecret", access.clientSecret())
            .put("directoryRefreshToken", access.directoryRefreshToken());
    introduction.putObject("admin").put("email", world.people().administrator().email());
    var bots = introduction.putArray("bots");
    for (var bot : world.people().bots()) {
      bots.addObject()
          .put("name", bot.displayName())
          .put("token", access.tokenOf(bot))
          .put("personId", bot.id());
    }
    return introduction;
  }

  @Override
  public void close() {
    server.close();
    platform.close();
  }
}
