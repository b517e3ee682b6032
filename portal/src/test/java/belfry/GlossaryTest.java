package belfry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds docs/glossary.md: few words, each with one sentence, and no type that does not exist. */
class GlossaryTest {
  private static final int MOST = 40;
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([a-z][a-z -]+) \\| ([A-Z].+) \\| `([A-Za-z]+)` \\|$");

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(Path.of("../docs/glossary.md"))).results().toList();
  }

  @Test
  void eachTypeNamedExists() throws IOException {
    try (var files = Files.walk(Path.of("src/main/java"))) {
      var types =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .map(name -> name.replaceFirst("\\.java$", ""))
              .collect(Collectors.toSet());
      assertThat(rows()).extracting(row -> row.group(3)).isSubsetOf(types);
    }
  }

  @Test
  void eachWordStandsOnceAndInOrderWithOneSentence() throws IOException {
    var lines = Files.readAllLines(Path.of("../docs/glossary.md"));
    assertThat(rows()).hasSizeBetween(1, MOST);
    assertThat(rows())
        .hasSize((int) lines.stream().filter(line -> line.startsWith("| ")).count() - 1);
    assertThat(rows()).extracting(row -> row.group(1)).isSorted().doesNotHaveDuplicates();
    assertThat(rows()).extracting(row -> row.group(2)).allMatch(GlossaryTest::isOneSentence);
  }

  private static boolean isOneSentence(String text) {
    return text.matches("[^.?!]+[.?!]");
  }
}
