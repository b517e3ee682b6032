package belfry.bench.figures;

import belfry.bench.site.ChildProcess;
import belfry.bench.site.Program;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a site's database holds of years before: written through the portal, sent in the database.
 */
final class Past {
  /** Somebody who got nothing: each message must be looked into. */
  static final String NOBODY = "nobody-got-anything";

  private static final Duration LONGEST = Duration.ofHours(2);
  private static final int WORDS_OF_A_MESSAGE = 120;

  private Past() {}

  /**
   * Writes messages through the portal, which runs then and writes down their words.
   *
   * @return their ids
   */
  static List<String> write(Staff staff, Vocabulary vocabulary, int messages) {
    var group = staff.group("All staff");
    // Copies the group, so that its people are stored.
    staff.post(
        "jobs/preview",
        Map.of("markdown", "Everybody", "audience", List.of(Map.of("kind", "group", "id", group))));
    var ids = new ArrayList<String>();
    for (var i = 0; i < messages; i++) {
      var text = "# " + vocabulary.words(5) + "\n\n" + vocabulary.words(WORDS_OF_A_MESSAGE);
      ids.add(staff.draft(text, group));
    }
    return ids;
  }

  /**
   * Makes the drafts messages that were sent to the first of the stored people, at most this many.
   * The portal must be stopped.
   */
  static void send(Site site, List<String> drafts, int most) {
    run(site, "send", listed(site, drafts), Integer.toString(most), NOBODY);
  }

  /** Dates these messages back, as if they had ended so long ago. The portal must be stopped. */
  static void ended(Site site, List<String> messages, Duration ago) {
    run(site, "end", listed(site, messages), Long.toString(ago.toMillis()));
  }

  private static String listed(Site site, List<String> messages) {
    try {
      return Files.write(site.file("messages.txt"), messages).toString();
    } catch (IOException e) {
      throw new TrialException("the past cannot be written", e);
    }
  }

  /**
   * Dates what was deleted so far as if it had been long enough ago in so many seconds from now.
   * The portal must be stopped.
   */
  static void deletedIn(Site site, Duration from) {
    run(site, "delete", Long.toString(from.toMillis()));
  }

  /** How many rows of recipients there are. On SQLite the portal must be stopped. */
  static long recipients(Site site) {
    return Long.parseLong(run(site, "count"));
  }

  private static String run(Site site, String... what) {
    var command = new ArrayList<>(List.of(Program.java()));
    command.addAll(Program.options());
    command.addAll(List.of("-cp", Program.classPath(Past.class)));
    command.addAll(List.of("belfry.bench.figures.PastMessages", site.data().toString()));
    command.add(site.database().url().orElse(""));
    command.addAll(List.of(what));
    var log = site.file("past.log");
    try {
      Files.deleteIfExists(log);
      try (var process = ChildProcess.start(command, Map.of(), log)) {
        if (process.awaitEnd(LONGEST) != 0) {
          throw new TrialException(Files.readString(log));
        }
      }
      // Beside what the program logs.
      return Files.readAllLines(log).stream()
          .filter(line -> line.matches("\\d+"))
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      throw new TrialException("the past cannot be written", e);
    }
  }
}
