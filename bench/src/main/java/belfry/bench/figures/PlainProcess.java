package belfry.bench.figures;

import belfry.bench.site.ChildProcess;
import belfry.bench.site.Program;
import belfry.bench.site.Site;
import belfry.bench.site.TrialException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Runs a {@link PlainSender} on the program's class path, which this process does not have. */
final class PlainProcess {
  private PlainProcess() {}

  /**
   * Starts one; it stays when it is done, until it is closed.
   *
   * @param bots through how many it sends, the platform's first
   * @param workers how many each of them has
   */
  static ChildProcess start(Site site, int bots, int workers, List<String> recipients) {
    try {
      var list = site.file("recipients.txt");
      Files.write(list, recipients);
      var command = new ArrayList<>(List.of(Program.java()));
      command.addAll(Program.options());
      command.addAll(List.of("-cp", Program.classPath(PlainProcess.class)));
      command.addAll(
          List.of("belfry.bench.figures.PlainSender", site.simulator().address().toString()));
      var tokens =
          IntStream.range(0, bots)
              .mapToObj(site.simulator()::botToken)
              .collect(Collectors.joining(","));
      command.addAll(List.of(tokens, Integer.toString(workers)));
      command.add(list.toString());
      return ChildProcess.start(command, Map.of(), site.file("plain.log"));
    } catch (IOException e) {
      throw new TrialException("the recipients cannot be written down", e);
    }
  }
}
