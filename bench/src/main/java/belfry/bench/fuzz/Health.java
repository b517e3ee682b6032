package belfry.bench.fuzz;

import belfry.bench.site.PortalProcess;
import belfry.bench.site.Program;
import belfry.bench.site.TrialException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How the program fares: what lives in its memory, and what it has to complain about. */
final class Health {
  private final PortalProcess portal;

  Health(PortalProcess portal) {
    this.portal = portal;
  }

  /** How many bytes are alive, after everything else was collected. */
  long liveBytes() {
    var jcmd = Path.of(Program.java()).resolveSibling("jcmd").toString();
    var pid = Long.toString(portal.process().pid());
    try {
      var process =
          new ProcessBuilder(jcmd, pid, "GC.class_histogram").redirectErrorStream(true).start();
      var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      // What the collector fills gaps with is nobody's.
      var bytes =
          said.lines()
              .filter(line -> line.matches("\\s*\\d+: +\\d.*") && !line.contains(".Filler"))
              .map(line -> line.strip().split("\\s+", -1)[2])
              .mapToLong(Long::parseLong)
              .sum();
      if (bytes == 0) {
        throw new TrialException("jcmd says nothing of memory: " + said);
      }
      return bytes;
    } catch (IOException e) {
      throw new TrialException("there is no jcmd beside java", e);
    }
  }

  List<String> log() {
    try {
      return Files.readAllLines(portal.log());
    } catch (IOException e) {
      throw new TrialException("the log cannot be read", e);
    }
  }

  /** Lines of the log that no request may cause: errors, and the stacks below them. */
  List<String> complaints() {
    return log().stream()
        .filter(line -> line.matches("\\S+ ERROR .*|\\tat .*|Caused by: .*|\\S*Exception\\b.*"))
        .toList();
  }
}
