package belfry.web.operations;

import belfry.answers.Answers;
import belfry.base.Clause;
import belfry.people.directory.DirectoryToken;
import belfry.platform.ClockWatch;
import belfry.web.frame.Installation;
import belfry.web.operations.Health.Check;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks of what Belfry needs besides its database and Webex's answers to its bots. */
final class AroundChecks {
  private static final long MEGABYTE = 1024L * 1024;
  private static final long TOO_FEW = 100 * MEGABYTE;

  private final Installation installation;
  private final DirectoryToken directory;
  private final Answers answers;

  AroundChecks(Installation installation, DirectoryToken directory, Answers answers) {
    this.installation = installation;
    this.directory = directory;
    this.answers = answers;
  }

  Check directory() {
    if (!directory.configured()) {
      return new Check(true, "Not used.");
    }
    return directory
        .failure()
        .map(why ->
            new Check(
                false,
                "It cannot be read: %s. Its groups stay as they were copied, for a day. %s"
                    .formatted(
                        Clause.of(why),
                        directory.declines()
                            ? "See directory.refresh-token, and whether the service app is still authorized."
                            : "It is asked again every minute.")))
        .orElseGet(() -> new Check(true, "It answered when it was last asked."));
  }

  /** Those of bots that are not answered, or are refused, are not read either. */
  Check answers(boolean answered, boolean accepted) {
    if (!answers.areRead()) {
      return new Check(true, "Not read: BELFRY_ANSWERS is off.");
    }
    var troubles = answers.troubles();
    return troubles.isEmpty()
        ? new Check(true, read(answers.here(), answers.apps()) + but(answered, accepted))
        : new Check(
            false,
            troubles.entrySet().stream()
                .map(one -> "%s: %s".formatted(one.getKey(), one.getValue()))
                .collect(Collectors.joining("; ")));
  }

  static String but(boolean answered, boolean accepted) {
    return !answered
        ? " Not while Webex does not answer: see platform."
        : accepted ? "" : " Not where the bot's token cannot be used: see lanes.";
  }

  static String read(long here, long all) {
    return here == all
        ? "They are read."
        : "Those of %d of %d apps are read here, the others by another node, whose /status says whether they are."
            .formatted(here, all);
  }

  Check clock() {
    return installation
        .clockAhead()
        .get()
        .map(AroundChecks::clock)
        .orElseGet(() -> new Check(true, "Not compared yet: Webex has not shown its time."));
  }

  static Check clock(Duration ahead) {
    return ClockWatch.trouble(ahead)
        .map(why -> new Check(false, why))
        .orElseGet(() -> new Check(true, "As Webex's, to within a minute."));
  }

  /** In seconds; empty if it is not known. */
  Optional<Double> clockOffset() {
    return installation.clockAhead().get().map(ahead -> -ahead.toMillis() / 1_000.0);
  }

  long diskFree() {
    // Not through its FileStore: in a root file system of its own that has no mount point.
    return new File(installation.data().toString()).getUsableSpace();
  }

  Check disk() {
    return disk(installation.data(), diskFree());
  }

  static Check disk(Path data, long free) {
    var words = "%,d MB are free at %s".formatted(free / MEGABYTE, data);
    return free < TOO_FEW
        ? new Check(false, words + ". Nothing can be sent without room to record it: free some.")
        : new Check(true, words + ".");
  }

  Check keys() {
    if (!Files.isReadable(installation.keys())) {
      return new Check(
          false,
          "%s is not there any more, or cannot be read. Put it back before the next start: without it the stored secrets are lost."
              .formatted(installation.keys()));
    }
    return installation
        .unopened()
        .get()
        .map(why ->
            new Check(
                false,
                why
                    + ". Put the right key file in its place and restart Belfry, which reads it at the start; if it is lost, see docs/operating.md (Without the key file)."))
        .orElseGet(() -> new Check(true, "Each stored secret that was needed could be opened."));
  }
}
