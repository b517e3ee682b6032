package belfry.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All words of the page are in its catalogues, in each language, and none is there for nothing. */
class CatalogueTest {
  private static final Path WEB = Path.of("src/main/resources/web");

  /** The plurals of each language (CLDR), which Intl.PluralRules chooses from. */
  private static final Map<String, Set<String>> PLURALS =
      Map.of(
          "en", Set.of("one", "other"),
          "de", Set.of("one", "other"),
          "es", Set.of("one", "many", "other"));

  private static final Pattern PLURAL = Pattern.compile("(.+)_(one|two|few|many|other|zero)");

  /** A module that is part of another, and one that is loaded when it is needed. */
  private static final Pattern IMPORTED =
      Pattern.compile("^(?:import|export)\\s[^;]*?\"(\\.[^\"]+\\.js)\"", Pattern.MULTILINE);

  private static final Pattern LOADED = Pattern.compile("\\bimport\\(\"(\\.[^\"]+\\.js)\"\\)");
  private static final Pattern PLACE = Pattern.compile("\\{\\{.*?}}");

  /** A sentence in code: words of which the first begins with a capital. */
  private static final Pattern SENTENCE =
      Pattern.compile("\\p{Lu}[\\p{L}’']* .*\\p{L}.*", Pattern.DOTALL);

  /** A capital word in code: a name that the platform of the web gives, or prose. */
  private static final Pattern CAPITAL = Pattern.compile("\\p{Lu}\\p{Ll}+");

  private static final Set<String> NAMES =
      Set.of(
          // Keys of the keyboard, as they are called everywhere.
          "Enter",
          "Escape",
          "Tab",
          "Home",
          "End",
          "Backspace",
          "Shift",
          "Ctrl",
          "Delete",
          // Names of their own.
          "Belfry",
          "Edge",
          "Opera",
          "Firefox",
          "Chrome",
          "Safari",
          "Windows",
          "Android",
          "Linux",
          "English",
          "Español",
          "Deutsch",
          "Mac OS X",
          // What a browser calls files that are dragged.
          "Files");

  /**
   * The server's English sentences have a file of their own, because the page shows the server's
   * own words in English.
   */
  private static Map<String, String> catalogue(String language) throws IOException {
    var words = read(language);
    read(language + "-later").forEach((key, text) -> add(words, key, text));
    if (language.equals("en")) {
      read("en-problem").forEach((key, text) -> add(words, key, text));
    }
    return words;
  }

  private static void add(Map<String, String> words, String key, String text) {
    assertThat(words.put(key, text)).as("%s in a second file", key).isNull();
  }

  private static SortedMap<String, String> read(String file) throws IOException {
    var words = new TreeMap<String, String>();
    flatten(
        "",
        new ObjectMapper().readTree(WEB.resolve("app/locales/" + file + ".json").toFile()),
        words);
    return words;
  }

  private static void flatten(String before, JsonNode node, Map<String, String> words) {
    node.properties()
        .forEach(entry -> {
          var key = before.isEmpty() ? entry.getKey() : before + "." + entry.getKey();
          if (entry.getValue().isObject()) {
            flatten(key, entry.getValue(), words);
          } else {
            words.put(key, entry.getValue().asText());
          }
        });
  }

  private static Map<Path, PageSource> modules() throws IOException {
    try (var files = Files.walk(WEB.resolve("app"))) {
      var modules = new TreeMap<Path, PageSource>();
      for (var file : files.filter(file -> file.toString().endsWith(".js")).toList()) {
        modules.put(file, PageSource.of(Files.readString(file)));
      }
      return modules;
    }
  }

  /** The browser cuts in silence, and counts otherwise than the server, which refuses in words. */
  @Test
  void noFieldIsCutByTheBrowser() throws IOException {
    for (var module : modules().keySet()) {
      assertThat(Files.readString(module).contains("maxlength="))
          .as("%s has maxlength=: let the server refuse", module)
          .isFalse();
    }
  }

  /** Without the ending that says for which number it is. */
  private static String base(String key) {
    var plural = PLURAL.matcher(key);
    return plural.matches() ? plural.group(1) : key;
  }

  private static Set<String> without(Set<String> all, Set<String> some) {
    var rest = new TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  private static Set<String> bases(Set<String> keys) {
    return keys.stream().map(CatalogueTest::base).collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "es", "de"})
  void eachLanguageHasEachKeyInEachOfItsPlurals(String language) throws IOException {
    var english = catalogue("en").keySet();
    var expected = new TreeSet<String>();
    for (var key : english) {
      if (key.equals(base(key))) {
        expected.add(key);
      } else {
        PLURALS
            .getOrDefault(language, Set.of())
            .forEach(plural -> expected.add(base(key) + "_" + plural));
      }
    }
    var there = catalogue(language).keySet();
    assertThat(without(expected, there)).as("missing in %s", language).isEmpty();
    assertThat(without(there, expected)).as("only in %s", language).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"es", "de"})
  void eachLanguageNamesTheSameArguments(String language) throws IOException {
    var english = catalogue("en");
    catalogue(language)
        .forEach((key, words) -> {
          var many = english.getOrDefault(base(key) + "_other", "");
          var source = english.getOrDefault(key, many);
          if (key.endsWith("_one")) {
            // A singular may say "one" in place of the number.
            assertThat(places(source + many))
                .as("%s of %s", key, language)
                .containsAll(places(words));
          } else {
            assertThat(places(words)).as("%s of %s", key, language).isEqualTo(places(source));
          }
        });
  }

  private static Set<String> places(String words) {
    return PLACE
        .matcher(words)
        .results()
        .map(MatchResult::group)
        // An English word for what there are too many of; the others say it without.
        .filter(place -> !place.equals("{{what}}"))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "es", "de"})
  void noWordsAreEmpty(String language) throws IOException {
    assertThat(catalogue(language).values()).noneMatch(String::isBlank);
  }

  @Test
  void eachKeyIsUsedAndEachThatIsUsedIsThere() throws IOException {
    var known = bases(catalogue("en").keySet());
    var spaces =
        known.stream().map(key -> key.replaceFirst("\\..*", "")).collect(Collectors.toSet());
    var used = new HashSet<String>();
    var beginnings = new HashSet<String>();
    for (var module : modules().values()) {
      module.strings().stream()
          .filter(text -> text.matches("[a-z]\\w*(\\.\\w+)+"))
          .filter(text -> spaces.contains(text.replaceFirst("\\..*", "")))
          .forEach(used::add);
      module.beginnings().stream().filter(text -> text.endsWith(".")).forEach(beginnings::add);
    }
    // Codes of the server come as they are.
    beginnings.add("problem.");
    assertThat(
            used.stream()
                .filter(key -> !known.contains(key))
                .filter(key -> !key.matches(".*\\.(js|json)")))
        .as("used and not there")
        .isEmpty();
    assertThat(
            known.stream()
                .filter(key -> !used.contains(key))
                .filter(key -> beginnings.stream().noneMatch(key::startsWith)))
        .as("there and not used")
        .isEmpty();
  }

  /** Words in the later catalogue would not be there yet. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "es", "de"})
  void whatIsLoadedFirstFindsItsWordsInTheFirstCatalogue(String language) throws IOException {
    var later = bases(read(language + "-later").keySet());
    var first = first();
    var used = new TreeSet<String>();
    for (var file : first) {
      var module = PageSource.of(Files.readString(file));
      module.strings().stream().filter(later::contains).forEach(used::add);
      module.beginnings().stream()
          .filter(text -> text.endsWith("."))
          .filter(text -> later.stream().anyMatch(key -> key.startsWith(text)))
          .forEach(used::add);
    }
    assertThat(first).hasSizeGreaterThan(20);
    assertThat(used).as("in %s-later.json, but said by the first view", language).isEmpty();
  }

  @Test
  void whatIsLoadedLaterBringsItsWords() throws IOException {
    var first = first();
    var later = bases(read("en-later").keySet());
    var without = new TreeSet<Path>();
    for (var module : modules().entrySet()) {
      for (var found : LOADED.matcher(Files.readString(module.getKey())).results().toList()) {
        var entry = module.getKey().resolveSibling(found.group(1)).normalize();
        var needed = withWhatItImports(entry);
        if (!needed.contains(WEB.resolve("app/core/later.js")) && !first.contains(entry)) {
          for (var file : needed) {
            PageSource.of(Files.readString(file)).strings().stream()
                .filter(later::contains)
                .forEach(_ -> without.add(entry));
          }
        }
      }
    }
    assertThat(without).as("import ../core/later.js").isEmpty();
  }

  /** What the first view needs, the gate before it, and the preview in it. */
  private static Set<Path> first() throws IOException {
    var first = withWhatItImports(WEB.resolve("app/shell.js"));
    first.addAll(withWhatItImports(WEB.resolve("app/ui/gate.js")));
    first.addAll(withWhatItImports(WEB.resolve("app/ui/markdown.js")));
    return first;
  }

  private static Set<Path> withWhatItImports(Path entry) throws IOException {
    var found = new TreeSet<Path>();
    var next = new ArrayList<>(List.of(entry));
    while (!next.isEmpty()) {
      var file = next.removeLast();
      if (found.add(file)) {
        IMPORTED
            .matcher(Files.readString(file))
            .results()
            .forEach(one -> next.add(file.resolveSibling(one.group(1)).normalize()));
      }
    }
    return found;
  }

  @Test
  void noWordsStandOutsideTheCatalogues() throws IOException {
    var outside = new ArrayList<String>();
    modules()
        .forEach((file, module) -> {
          module.words().stream()
              .filter(words -> !NAMES.contains(words))
              .forEach(words -> outside.add(file + ": " + words));
          module.strings().stream()
              .filter(text -> SENTENCE.matcher(text).matches() || CAPITAL.matcher(text).matches())
              .filter(text -> !NAMES.contains(text))
              .forEach(text -> outside.add(file + ": \"" + text + "\""));
        });
    assertThat(outside).isEmpty();
  }

  @Test
  void theServersPhrasesAreInTheCatalogues() throws IOException {
    var said = new TreeMap<String, String>();
    try (var files = Files.walk(Path.of("src/main/java"))) {
      for (var file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
        var source = Files.readString(file);
        PHRASE.matcher(source).results().forEach(one -> say(said, one.group(1), one.group(2)));
        COUNTED
            .matcher(source)
            .results()
            .forEach(one -> {
              say(said, one.group(1) + "_one", one.group(2));
              say(said, one.group(1) + "_other", one.group(3));
            });
      }
    }
    var english = new TreeMap<String, String>();
    catalogue("en")
        .forEach((key, words) -> {
          if (key.startsWith("problem.")) {
            english.put(key.substring("problem.".length()), words);
          }
        });
    assertThat(said).hasSizeGreaterThan(100);
    assertThat(without(said.keySet(), english.keySet()))
        .as("codes that are not under problem in en-problem.json")
        .isEmpty();
    assertThat(without(english.keySet(), said.keySet()))
        .as("codes in en-problem.json that no Phrase has")
        .isEmpty();
    assertThat(said)
        .allSatisfy((code, words) ->
            assertThat(english.getOrDefault(code, ""))
                .as("problem.%s in en-problem.json", code)
                .isEqualTo(words));
  }

  private static final String TEXT = ",\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"(?:\\s*\\+\\s*)?)+)";
  private static final Pattern PHRASE =
      Pattern.compile("Phrase\\s*\\.of\\(\\s*\"([\\w.]+)\"" + TEXT);
  private static final Pattern COUNTED =
      Pattern.compile("Counted\\s*\\.of\\(\\s*\"([\\w.]+)\"" + TEXT + TEXT);

  private static void say(Map<String, String> said, String code, String words) {
    said.merge(code, text(words), (one, other) -> one.equals(other) ? one : "said in two ways");
  }

  private static String text(String words) {
    return List.of(words.split("\"\\s*\\+\\s*\"")).stream()
        .collect(Collectors.joining())
        .strip()
        .replaceAll("^\"|\"$", "")
        .replace("\\\"", "\"");
  }

  @Test
  void aModuleIsTakenApart() {
    var module =
        PageSource.of(
            """
            // "not this"
            const a = "jobs.one"; /* `nor this` */ const b = /["`]/.test('x');
            const c = html`<b title="Said" class="row">Outside ${t(`jobs.state.${state}`)}</b>${x ? html`<i>inner</i>` : nothing}`;
            """);
    assertThat(module.strings()).contains("jobs.one", "x").doesNotContain("not this");
    assertThat(module.beginnings()).containsExactly("jobs.state.");
    assertThat(module.words()).containsExactlyInAnyOrder("Said", "Outside", "inner");
  }
}
