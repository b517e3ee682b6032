package belfry.bench.figures;

import belfry.bench.site.ChildProcess;
import belfry.bench.site.Databases;
import belfry.bench.site.Ports;
import belfry.bench.site.Program;
import belfry.bench.site.Site;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Start to the first 200, and memory then, beside a bare server; both with their AOT caches. */
@Command(name = "start", description = "Start time and memory, compared with a bare server.")
final class StartBench extends Part {
  @Option(
      names = "--repeats",
      defaultValue = "10",
      description = "starts of each, alternating (default: 10)")
  private int repeats;

  @Override
  Report measure() {
    var report = new Report("start", "start to the first 200, beside a bare Helidon server");
    if (!Program.cacheFits()) {
      throw new TrialException("the program has no AOT cache: run ./belfry build");
    }
    var portal = new Starts();
    var bare = new Starts();
    var ratios = new Starts();
    try (var site = Site.open(Databases.SQLITE, SimulatorSettings.defaults(), 1)) {
      var directory = Files.createTempDirectory("belfry-bare-");
      var cache = directory.resolve("bare.aot");
      var log = directory.resolve("bare.log");
      var port = Ports.free();
      rehearse(cache, log);
      site.portal().start();
      site.portal().stop();
      for (var i = 0; i < repeats; i++) {
        var one = FirstAnswer.of(port, () -> bare(port, cache, log));
        var two =
            FirstAnswer.of(
                site.portal().port(),
                () -> {
                  site.portal().launch();
                  return site.portal().process();
                });
        bare.add(one.millis(), one.megabytes());
        portal.add(two.millis(), two.megabytes());
        ratios.add(two.millis() / one.millis(), two.megabytes() / one.megabytes());
      }
      for (var file : List.of(cache, log)) {
        Files.deleteIfExists(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new TrialException("the bare server's files cannot be kept", e);
    }
    report.add(Figure.of("bare server: first 200", bare.millis.median(), "ms"));
    report.add(Figure.of("Belfry: first 200", portal.millis.median(), "ms"));
    report.add(Figure.of("ratio of the first 200", ratios.millis.median(), "×"));
    report.add(Figure.of("bare server: memory", bare.megabytes.median(), "MB"));
    report.add(Figure.of("Belfry: memory", portal.megabytes.median(), "MB"));
    report.add(Figure.of("ratio of memory", ratios.megabytes.median(), "×"));
    return report;
  }

  /** What repeated starts came to. */
  private record Starts(Sample millis, Sample megabytes) {
    Starts() {
      this(new Sample(), new Sample());
    }

    void add(double time, double memory) {
      millis.add(time);
      megabytes.add(memory);
    }
  }

  private static void rehearse(Path cache, Path log) {
    var command = command(List.of("-XX:AOTCacheOutput=" + cache), "0", "rehearse");
    try (var child = ChildProcess.start(command, Map.of(), log)) {
      if (child.awaitEnd(Duration.ofMinutes(1)) != 0) {
        throw new TrialException("the bare server's cache could not be made; see " + log);
      }
    }
  }

  private static ChildProcess bare(int port, Path cache, Path log) {
    return ChildProcess.start(
        command(List.of("-XX:AOTCache=" + cache), Integer.toString(port)), Map.of(), log);
  }

  private static List<String> command(List<String> flags, String... arguments) {
    var command = new ArrayList<>(List.of(Program.java()));
    command.addAll(Program.options());
    command.addAll(flags);
    command.addAll(List.of("-cp", Program.classPath(BareServer.class), BareServer.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }
}
