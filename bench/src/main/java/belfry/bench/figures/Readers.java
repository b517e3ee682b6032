package belfry.bench.figures;

import belfry.bench.site.Pauses;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** People who look at the page while a job runs: one for each route, at their own even pace. */
final class Readers {
  private static final Duration PACE = Duration.ofMillis(20);

  private Readers() {}

  /** What the page asks for while a job is on it; the names of routes and what to ask for. */
  static Map<String, String> pageOf(String job) {
    return Map.of(
        "jobs/detail",
        "jobs/detail/" + job,
        "jobs/list/all",
        "jobs/list/all?limit=50",
        "jobs/recipients",
        "jobs/recipients/" + job + "?limit=50",
        "info",
        "info");
  }

  /** All at the same time, for so long; how many milliseconds each answer took, by route. */
  static Map<String, Sample> ask(Staff staff, Map<String, String> routes, Duration length) {
    return ask(staff, routes, () -> Pauses.of(length));
  }

  /** Likewise, as long as this takes. */
  static Map<String, Sample> ask(Staff staff, Map<String, String> routes, Runnable meanwhile) {
    var answers = new LinkedHashMap<String, Sample>();
    var over = new AtomicBoolean();
    var readers =
        routes.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(route -> {
              var times = new Sample();
              answers.put(route.getKey(), times);
              return Thread.ofPlatform()
                  .start(() -> {
                    while (!over.get()) {
                      var began = System.nanoTime();
                      staff.get(route.getValue());
                      times.add((System.nanoTime() - began) / 1e6);
                      Pauses.of(PACE);
                    }
                  });
            })
            .toList();
    try {
      meanwhile.run();
    } finally {
      over.set(true);
    }
    for (var reader : readers) {
      try {
        reader.join();
      } catch (InterruptedException e) {
        throw new TrialException("interrupted", e);
      }
    }
    return answers;
  }
}
