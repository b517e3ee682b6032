package belfry.bench.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildrenTest {
  /** A trial that has begun a portal, and waits. */
  static final class Parent {
    public static void main(String[] arguments) throws InterruptedException {
      var log = Path.of(arguments[0]).resolve("child.log");
      var child = ChildProcess.start(List.of("sleep", "60"), Map.of(), log);
      System.out.println(child.pid());
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  @Test
  void aTrialThatIsEndedByASignalLeavesNothingRunning(@TempDir Path directory) throws Exception {
    var parent =
        new ProcessBuilder(
                Program.java(),
                "-cp",
                System.getProperty("java.class.path"),
                Parent.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      var child = child(parent);
      assertThat(child.isAlive()).isTrue();

      parent.destroy();

      assertThat(parent.waitFor(10, TimeUnit.MINUTES)).isTrue();
      child.onExit().get(10, TimeUnit.MINUTES);
    } finally {
      parent.destroyForcibly();
    }
  }

  private static ProcessHandle child(Process parent) throws IOException {
    var said = new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8);
    var pid = new BufferedReader(said).readLine();
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }
}
