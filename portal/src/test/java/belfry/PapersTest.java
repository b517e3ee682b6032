package belfry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the papers together: each link, each decision that is named, and the index of them. */
class PapersTest {
  private static final Path HERE = Path.of("..").toAbsolutePath().normalize();
  private static final Path DECISIONS = HERE.resolve("docs/decisions");
  private static final List<String> ROOMS =
      List.of("docs", "packaging", "portal/src", "simulator", "standin", "bench/src");
  private static final Pattern TEXT =
      Pattern.compile(".+\\.(java|js|css|md|yaml|sql|xml|html|service)|[a-z]+");
  private static final Set<String> NO_SOURCES = Set.of("target", "node_modules");

  private static final long MOST_BYTES = 60_000;

  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final Pattern NAMED =
      Pattern.compile("[Dd]ecisions?(?:[\\s*#]+\\[?((?:\\d+(?:, | and )?)+)|/(\\d{4}))");
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Pattern TITLE = Pattern.compile("^# (\\d+)\\. (.+)\n");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (\\d+) \\| \\[(.+)]\\(\\d{4}-.+\\.md\\) \\| .+ \\| .+ \\|$");

  @Test
  void eachLinkLeadsSomewhere() throws IOException {
    var dead = new ArrayList<String>();
    for (var paper : sources()) {
      if (paper.toString().endsWith(".md")) {
        LINK.matcher(Files.readString(paper))
            .results()
            .map(link -> link.group(1))
            .filter(link -> !link.contains(":") && !leadsSomewhere(paper, link))
            .forEach(link -> dead.add(HERE.relativize(paper) + " -> " + link));
      }
    }
    assertThat(dead).isEmpty();
  }

  /** Mends of what no version has had are no news, and a paper says it at length. */
  @Test
  void theChangelogTellsOfFeaturesWithTheirPapers() throws IOException {
    var next = Files.readString(HERE.resolve("CHANGELOG.md")).split("\n## ", 3)[1];
    var news = Pattern.compile("(?m)^- ").split(next.substring(next.indexOf("### New for")));
    var links =
        Stream.of(news)
            .skip(1)
            .map(one -> LINK.matcher(one).results().map(link -> link.group(1)).toList())
            .toList();

    assertThat(links).doesNotContain(List.of());
    assertThat(links.stream().flatMap(List::stream).collect(Collectors.groupingBy(one -> one)))
        .allSatisfy((paper, times) -> assertThat(times).as(paper).hasSizeLessThan(5));
  }

  @Test
  void eachPictureIsSmallAndShownSomewhere() throws IOException {
    var papers = new StringBuilder();
    for (var paper : sources()) {
      if (paper.toString().endsWith(".md")) {
        papers.append(Files.readString(paper));
      }
    }
    try (var pictures = Files.list(HERE.resolve("docs/pictures"))) {
      assertThat(pictures)
          .allSatisfy(picture -> {
            assertThat(papers).contains("pictures/" + picture.getFileName() + ")");
            assertThat(picture.toFile().length()).isBetween(1_000L, MOST_BYTES);
          });
    }
  }

  @Test
  void eachDecisionThatIsNamedExists() throws IOException {
    var papers = papers().keySet();
    var missing = new ArrayList<String>();
    for (var source : sources()) {
      NAMED
          .matcher(Files.readString(source))
          .results()
          .flatMap(named -> NUMBER.matcher(named.group()).results())
          .map(number -> Integer.parseInt(number.group()))
          .filter(number -> !papers.contains(number))
          .forEach(number -> missing.add(HERE.relativize(source) + ": " + number));
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void theIndexHasEachDecisionUnderItsTitle() throws IOException {
    var index = Files.readString(DECISIONS.resolve("README.md"));
    assertThat(ROW.matcher(index).results().map(PapersTest::named))
        .containsExactlyElementsOf(papers().values().stream().sorted().toList());
  }

  /** Each decision's number, with number and title as one text; a file's name begins with it. */
  private static Map<Integer, String> papers() throws IOException {
    try (var files = Files.list(DECISIONS)) {
      return files
          .filter(file -> !file.endsWith("README.md"))
          .collect(
              Collectors.toMap(
                  file -> Integer.parseInt(file.getFileName().toString().substring(0, 4)),
                  PapersTest::title));
    }
  }

  private static String title(Path paper) {
    var title = TITLE.matcher(read(paper));
    assertThat(title.lookingAt()).as("%s begins with '# <number>. <title>'", paper).isTrue();
    assertThat(paper.getFileName().toString())
        .startsWith("%04d-".formatted(Integer.parseInt(title.group(1))));
    return named(title);
  }

  private static String named(MatchResult numberAndTitle) {
    return "%4s %s".formatted(numberAndTitle.group(1), numberAndTitle.group(2));
  }

  private static boolean leadsSomewhere(Path paper, String link) {
    var parts = link.split("#", 2);
    var target = parts[0].isEmpty() ? paper : paper.resolveSibling(parts[0]);
    return Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
  }

  /** As GitHub makes them of headings. */
  private static Set<String> anchors(Path paper) {
    return HEADING
        .matcher(read(paper))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  /** What people write here: nothing that a build makes. */
  private static List<Path> sources() throws IOException {
    var sources = new ArrayList<Path>();
    try (var top = Files.list(HERE)) {
      top.filter(Files::isRegularFile).filter(PapersTest::isText).forEach(sources::add);
    }
    for (var room : ROOMS) {
      Files.walkFileTree(
          HERE.resolve(room),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return NO_SOURCES.contains(folder.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (isText(file)) {
                sources.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    }
    return sources;
  }

  private static boolean isText(Path file) {
    return TEXT.matcher(file.getFileName().toString()).matches();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
