package belfry.bench.siege;

import belfry.bench.site.ChildProcess;
import belfry.bench.site.Program;
import belfry.bench.site.TrialException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the program weighs: memory, and connections that it holds. */
final class Weight {
  /** What a portal needs in all (docs/operating.md). */
  static final long MOST = 300_000_000;

  private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");

  private final ChildProcess program;
  private final Pattern held;

  /** Of a program that listens at this port. */
  Weight(ChildProcess program, int port) {
    this.program = program;
    // Ours is the first address; 01 is ESTABLISHED, 08 CLOSE_WAIT.
    held = Pattern.compile("^ *\\d+: [0-9A-F]+:%04X [0-9A-F]+:[0-9A-F]+ 0[18] ".formatted(port));
  }

  /** The peak is forgotten: from now on another one counts (proc(5), clear_refs). */
  void peakAnew() {
    try {
      Files.writeString(Path.of("/proc", Long.toString(program.pid()), "clear_refs"), "5");
    } catch (IOException e) {
      throw new TrialException("the program's peak cannot be forgotten", e);
    }
  }

  /** The most since then. */
  long peak() {
    return program.usage().peak();
  }

  /** Bytes of the heap that something still refers to; collects what is not. */
  long live() {
    var jcmd = Path.of(Program.java()).resolveSibling("jcmd").toString();
    try {
      var asked =
          new ProcessBuilder(jcmd, Long.toString(program.pid()), "GC.class_histogram")
              .redirectErrorStream(true)
              .start();
      var total =
          TOTAL.matcher(new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      if (!total.find()) {
        throw new TrialException("jcmd does not tell what the heap holds");
      }
      return Long.parseLong(total.group(1));
    } catch (IOException e) {
      throw new TrialException("jcmd does not run", e);
    }
  }

  /** How many connections to its port it has not closed (proc(5), net/tcp). */
  long connections() {
    return Stream.of("tcp", "tcp6").mapToLong(this::connections).sum();
  }

  private long connections(String protocol) {
    try (var lines = Files.lines(Path.of("/proc", Long.toString(program.pid()), "net", protocol))) {
      return lines.filter(line -> held.matcher(line).find()).count();
    } catch (IOException e) {
      throw new TrialException("/proc tells nothing about the program's connections", e);
    }
  }
}
