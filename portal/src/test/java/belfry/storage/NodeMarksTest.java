package belfry.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one process sees of a node in another, which runs, is killed, or ends by itself. */
class NodeMarksTest {
  private final String node = UUID.randomUUID().toString();
  @TempDir Path data;

  /** The other process: a node until its input ends. */
  static final class Other {
    private Other() {}

    public static void main(String[] arguments) throws IOException {
      try (var marks = new NodeMarks(Path.of(arguments[0]))) {
        marks.runs(arguments[1]);
        System.out.println("runs");
        while (System.in.read() >= 0) {}
      }
    }
  }

  private Process other() throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Other.class.getName(),
                data.toString(),
                node)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.inputReader(UTF_8).lines().anyMatch("runs"::equals)).isTrue();
    return process;
  }

  @Test
  void aKilledNodeIsSeenToHaveEndedAndALivingOneIsNot() throws Exception {
    try (var marks = new NodeMarks(data)) {
      var process = other();
      assertThat(marks.hasEnded(node)).isFalse();

      process.destroyForcibly().waitFor();

      assertThat(marks.hasEnded(node)).isTrue();
      // The lanes that it had are looked at one after the other.
      assertThat(marks.hasEnded(node)).isTrue();
    }
  }

  @Test
  void whoStartsAgainKnowsWhoEndedBefore() throws Exception {
    other().destroyForcibly().waitFor();
    try (var marks = new NodeMarks(data)) {
      marks.runs(UUID.randomUUID().toString());

      assertThat(data.resolve("nodes").resolve(node)).doesNotExist();
      assertThat(marks.hasEnded(node)).isTrue();
    }
  }

  @Test
  void anOrderlyEndLeavesNothing() throws Exception {
    var process = other();
    process.getOutputStream().close();
    assertThat(process.waitFor()).isZero();
    assertThat(data.resolve("nodes")).isEmptyDirectory();
  }

  @Test
  void nodesOfThisProcessRunAndStrangersAreNotKnown() {
    try (var marks = new NodeMarks(data);
        var beside = new NodeMarks(data)) {
      marks.runs(node);
      assertThat(beside.hasEnded(node)).isFalse();
      assertThat(marks.hasEnded(UUID.randomUUID().toString())).isFalse();
      assertThat(marks.hasEnded("../nodes/" + node)).isFalse();
      assertThat(marks.hasEnded("")).isFalse();
    }
  }

  @Test
  void withoutAPlaceNothingIsKnown() throws IOException {
    try (var marks = new NodeMarks(Files.createFile(data.resolve("file")))) {
      marks.runs(node);
      assertThat(marks.hasEnded(node)).isFalse();
    }
  }
}
