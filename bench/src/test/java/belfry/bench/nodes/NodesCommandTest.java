package belfry.bench.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.BenchCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class NodesCommandTest {
  @Test
  void saysWhatItCannotUseAndNothingElse() {
    refused("--nodes: 0 is not possible. Choose 1 to 9.", "--nodes", "0");
    refused("--nodes: 10 is not possible. Choose 1 to 9.", "--nodes=10");
    refused("--data: with --nodes all data is in temporary", "--nodes", "2", "--data", "here");
  }

  private static void refused(String words, String... options) {
    var err = new StringWriter();

    var status =
        new CommandLine(new BenchCommand())
            .setErr(new PrintWriter(err, true))
            .execute(Stream.concat(Stream.of("demo"), Stream.of(options)).toArray(String[]::new));

    assertThat(status).as(err.toString()).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("1 mistake in the settings:\n  - " + words)
        .doesNotContain("\tat ");
  }
}
