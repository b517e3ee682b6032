package belfry.cli;

import belfry.apps.App;
import belfry.cli.settings.Mistakes;
import belfry.cli.settings.Simulated;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the demo is asked for, whether it has one node or, in a clone of the sources, several. */
public final class DemoOptions {
  /** Those of the administrator's colleagues who may send too. */
  public static final List<String> COLLEAGUES =
      List.of(
          "kenji.tanaka@northwind.example",
          "maija.salo@northwind.example",
          "zoe.muller@northwind.example");

  private static final int PORTS_TRIED = 20;
  private static final int LAST_PORT = 65_535;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--port",
      defaultValue = "8080",
      description = "the portal's port (default: 8080)")
  private int port;

  @Option(
      names = "--simulator-port",
      defaultValue = "8700",
      description = "the simulated platform's port (default: 8700)")
  private int simulatorPort;

  @Option(
      names = "--people",
      defaultValue = "10000",
      description = "how many people the simulated company has (default: 10000)")
  private int people;

  @Option(
      names = "--bots",
      defaultValue = "4",
      description =
          "how many bots Company News sends through, 1 to " + App.MOST_BOTS + " (default: 4)")
  private int bots;

  /** Starts the simulated platform. */
  public Simulator simulator() throws IOException {
    if (bots < 1 || bots > App.MOST_BOTS) {
      throw mistake("--bots", "this must be a number from 1 to " + App.MOST_BOTS + ".");
    }
    return Simulator.start(
        SimulatorSettings.defaults()
            .withPort(free(simulatorPort, "--simulator-port"))
            .withPeople(people)
            .withPopulation(all -> all.withMoreBots(Simulated.NEWS, bots - 1)));
  }

  /** How many bots Company News sends through. */
  int bots() {
    return bots;
  }

  /** The portal's port, which is free. */
  public int port() throws IOException {
    return free(port, "--port");
  }

  /** Somebody who only tries the demo need not care which ports are taken: the next one will do. */
  private int free(int wanted, String option) throws IOException {
    var last = Math.min(wanted + PORTS_TRIED - 1, LAST_PORT);
    for (var port = Math.max(wanted, 0); port <= last; port++) {
      try (var socket = new ServerSocket()) {
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        if (wanted == 0) {
          return socket.getLocalPort();
        }
        if (port != wanted) {
          spec.commandLine()
              .getErr()
              .printf(
                  "Port %d is in use, so %d is taken. Choose another with %s.%n",
                  wanted, port, option);
        }
        return port;
      } catch (BindException _) {
        // Taken; perhaps the next one is free.
      }
    }
    throw mistake(option, "no port from " + wanted + " on is free. Choose another.");
  }

  /** What is wrong with one of its options. */
  public static Mistakes.SettingsException mistake(String option, String what) {
    return new Mistakes.SettingsException(List.of(option + ": " + what));
  }
}
