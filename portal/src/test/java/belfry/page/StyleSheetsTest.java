package belfry.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The style sheets share one document, so a name that two of them use means two things at once. */
class StyleSheetsTest {
  private static final Path APP = Path.of("src/main/resources/web/app");
  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

  private static final Pattern IMPORT = Pattern.compile("@import \"\\./([^\"]+)\"");

  /** A class alone, as one of the selectors of a rule. */
  private static final Pattern ALONE = Pattern.compile("(?:^|[{},])\\s*(\\.[\\w-]+)\\s*(?=[,{])");

  @Test
  void eachSheetIsLoadedOnce() throws IOException {
    var loaded = new ArrayList<>(List.of("app.css", "later.css", "api.css"));
    for (var all : List.of("app.css", "later.css")) {
      IMPORT
          .matcher(Files.readString(APP.resolve(all)))
          .results()
          .forEach(sheet -> loaded.add(sheet.group(1)));
    }
    try (var files = Files.walk(APP)) {
      assertThat(files.map(one -> APP.relativize(one).toString()))
          .filteredOn(name -> name.endsWith(".css"))
          .containsExactlyInAnyOrderElementsOf(loaded);
    }
  }

  @Test
  void noClassGetsItsLookFromTwoSheets() throws IOException {
    var sheets = new TreeMap<String, TreeSet<String>>();
    try (var files = Files.walk(APP)) {
      for (var file : files.filter(one -> one.toString().endsWith(".css")).toList()) {
        ALONE
            .matcher(COMMENT.matcher(Files.readString(file)).replaceAll(""))
            .results()
            .forEach(rule ->
                sheets
                    .computeIfAbsent(rule.group(1), _ -> new TreeSet<>())
                    .add(APP.relativize(file).toString()));
      }
    }

    assertThat(sheets).isNotEmpty();
    sheets.values().removeIf(names -> names.size() == 1);
    assertThat(sheets).isEmpty();
  }
}
