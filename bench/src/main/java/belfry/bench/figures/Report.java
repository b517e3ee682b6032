package belfry.bench.figures;

import belfry.bench.site.Program;
import belfry.bench.site.TrialException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of one part: a table for people, a file for programs. */
final class Report {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String part;
  private final String title;
  private final List<Figure> figures = new ArrayList<>();

  Report(String part, String title) {
    this.part = part;
    this.title = title;
  }

  void add(Figure figure) {
    figures.add(figure);
  }

  boolean met() {
    return figures.stream().allMatch(Figure::met);
  }

  void print(PrintWriter out) {
    var width = figures.stream().mapToInt(figure -> figure.name().length()).max().orElse(0);
    out.printf("%n%s: %s%n", part, title);
    for (var figure : figures) {
      var row = "  %-" + width + "s  %12s %-12s %-20s %s";
      var goal = figure.goal().map(bound -> bound.words(figure.unit())).orElse("");
      out.println(
          row.formatted(
                  figure.name(),
                  Figure.shown(figure.value()),
                  figure.unit(),
                  goal,
                  figure.verdict())
              .stripTrailing());
    }
    out.flush();
  }

  /** Writes {@code target/bench/<part>.json} in the repository. */
  Path write() {
    var all = new LinkedHashMap<String, Object>();
    all.put("part", part);
    all.put("title", title);
    all.put("at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    all.put(
        "machine",
        Map.of(
            "processors",
            Runtime.getRuntime().availableProcessors(),
            "java",
            Runtime.version().toString()));
    all.put("figures", figures.stream().map(Report::json).toList());
    try {
      var directory = Files.createDirectories(Program.repository().resolve("target/bench"));
      var file = directory.resolve(part + ".json");
      JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), all);
      return file;
    } catch (IOException e) {
      throw new TrialException("the figures cannot be written", e);
    }
  }

  private static Map<String, Object> json(Figure figure) {
    var row = new LinkedHashMap<String, Object>();
    row.put("name", figure.name());
    row.put("value", figure.value());
    row.put("unit", figure.unit());
    figure
        .goal()
        .ifPresent(goal -> {
          row.put(goal.kind() == Figure.Goal.Kind.AT_LEAST ? "atLeast" : "atMost", goal.bound());
          row.put("met", figure.met());
        });
    return row;
  }
}
