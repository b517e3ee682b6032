package belfry.bench.siege;

import belfry.bench.site.Children;
import belfry.bench.site.Program;
import belfry.bench.site.TrialException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The {@link Attacker} as a child of this process. */
final class Attackers implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final BufferedReader said;
  private final Writer told;

  private Attackers(Process process) {
    this.process = process;
    said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    told = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
  }

  /** Starts them; they wait. */
  static Attackers of(Target target) {
    var command =
        List.of(
            Program.java(), "-cp", System.getProperty("java.class.path"), Attacker.class.getName());
    try {
      var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
      var attackers = new Attackers(Children.start(builder));
      attackers.tell(JSON.writeValueAsString(target));
      return attackers;
    } catch (IOException e) {
      throw new TrialException("the attackers cannot be started", e);
    }
  }

  void begin(Kind kind) {
    tell(kind.name());
  }

  /** They go; what became of them. */
  Told end() {
    tell("");
    try {
      var line = said.readLine();
      if (line == null) {
        throw new TrialException("the attackers have ended before the siege");
      }
      return JSON.readValue(line, Told.class);
    } catch (IOException e) {
      throw new TrialException("the attackers do not tell what became of them", e);
    }
  }

  private void tell(String line) {
    try {
      told.write(line + "\n");
      told.flush();
    } catch (IOException e) {
      throw new TrialException("the attackers cannot be told anything", e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
