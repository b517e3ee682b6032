package belfry.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manual pages and the completion that packages install. */
class PapersCommandTest {
  @TempDir Path directory;

  @BeforeEach
  void written() {
    assertThat(new Main(Map.of(), directory).commandLine().execute("papers", directory.toString()))
        .isZero();
  }

  private String page(String name) throws Exception {
    return Files.readString(directory.resolve("man/man1/" + name + ".1"));
  }

  @Test
  void eachCommandHasAPageWithItsOptions() throws Exception {
    var main = new Main(Map.of(), directory).commandLine();
    for (var command : ManualPage.shown(main.getCommandSpec())) {
      var page = page("belfry-" + command.getCommandName());
      assertThat(page).startsWith(".TH \"BELFRY-").contains("belfry\\-");
      for (var option : command.getCommandSpec().options()) {
        var name = option.longestName().replace("-", "\\-");
        assertThat(page.contains(name)).as("%s %s", command, name).isEqualTo(!option.hidden());
      }
      assertThat(page("belfry"))
          .contains("belfry\\-" + command.getCommandName().replace("-", "\\-"));
    }
    assertThat(page("belfry-send"))
        .contains("\\fB\\-\\-timeout\\fR=\\fISECONDS\\fR", ".SH EXIT STATUS", "$(date +%F)")
        .doesNotContain("%n", "%%");
    assertThat(page("belfry-jobs-recall")).contains("\\fB\\-\\-yes\\fR", "\\fIID\\fR");
    assertThat(directory.resolve("man/man1/belfry-papers.1")).doesNotExist();
    assertThat(directory.resolve("man/man1/belfry-help.1")).doesNotExist();
  }

  /** Whatever begins a line with a dot or a quotation mark is an order to the formatter. */
  @Test
  void noLineOfAPageIsAnOrderByMistake() throws Exception {
    try (var pages = Files.list(directory.resolve("man/man1"))) {
      for (var file : pages.toList()) {
        assertThat(Files.readAllLines(file))
            .as(file.toString())
            .filteredOn(line -> line.startsWith(".") || line.startsWith("'"))
            .allMatch(line -> line.matches("\\.(TH|SH|TP|B|nf|fi)( .*)?"));
      }
    }
  }

  private List<String> completed(String... words) throws Exception {
    var line = Stream.of(words).map(one -> "'" + one + "'").collect(Collectors.joining(" "));
    var script =
        "compopt() { :; }; source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE=\"${COMP_WORDS[*]}\"; _complete_belfry; printf '%%s\\n' \"${COMPREPLY[@]}\""
            .formatted(
                directory.resolve("bash-completion/completions/belfry"), line, words.length - 1);
    var process = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out.lines().map(String::strip).toList();
  }

  @Test
  void bashCompletesCommandsAndOptions() throws Exception {
    assertThat(completed("belfry", "se")).contains("send", "serve");
    assertThat(completed("belfry", "jobs", "c")).containsExactly("cancel");
    assertThat(completed("belfry", "send", "--ti")).containsExactly("--timeout");
    assertThat(completed("belfry", "jobs", "recall", "--y")).containsExactly("--yes");
    assertThat(completed("belfry", "pa")).doesNotContain("papers");
  }
}
