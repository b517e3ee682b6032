package belfry.cli.sending;

import belfry.base.FileTrouble;
import belfry.base.Time;
import belfry.cli.settings.InvokedCommand;
import belfry.client.End;
import belfry.client.JobCalls;
import belfry.client.Outcome;
import belfry.client.PortalApi;
import belfry.client.Stop;
import belfry.storage.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at announcements that a portal has, follows, cancels and recalls them. */
@Command(
    name = "jobs",
    header = "Looks at announcements of a portal, follows, cancels and recalls them.",
    synopsisHeading = "%nUsage: ",
    description = {
      "",
      "The token is read from BELFRY_TOKEN or --token-file. To look needs the scope read, to change"
          + " something send.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done; follow: all have it",
      "1:follow: it went out, but some have not got it, or it was cancelled or recalled",
      "2:an option is wrong or missing; nothing was changed",
      "3:follow: somebody has to decide on the portal's page",
      "4:the portal refused it; nothing was changed",
      "5:the portal does not answer; the message says whether something may have been changed",
      "6:recall: nothing was changed, because it has to be agreed to (--yes)",
      "7:follow: not settled within --timeout",
      "8:as 0, but the result could not be written to standard output",
      "130:interrupted (Ctrl-C); the message says whether something may have been changed"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  belfry jobs list --scope running",
      "  belfry jobs follow 0SC1GDXFD7CCP",
      "  belfry jobs export 0SC1GDXFD7CCP results.csv"
    })
public final class JobsCommand extends InvokedCommand {
  private static final Pattern ID = Pattern.compile("[0-9A-Z]{13}");
  private static final int MOST_LISTED = 10_000;
  private static final String CHANGED_NOTHING = "Nothing was changed";

  /** What is not to stay if the command is ended now. */
  private volatile @Nullable Path unfinished;

  /** Without a command, explains them. */
  @Override
  public Integer call() {
    spec.commandLine().usage(out());
    return 0;
  }

  /** What {@code --scope} may be, as the API calls it. */
  static final class Scopes implements Iterable<String> {
    static final List<String> ALL =
        List.of("all", "mine", "recent", "drafts", "scheduled", "running", "finished");

    @Override
    public Iterator<String> iterator() {
      return ALL.iterator();
    }
  }

  @Command(
      name = "list",
      header = "Lists announcements: first those being sent, then those that are scheduled.")
  int list(
      @Mixin ApiOptions portal,
      @Option(
              names = "--scope",
              paramLabel = "WHICH",
              defaultValue = "all",
              completionCandidates = Scopes.class,
              description =
                  "all, mine, recent (not the scheduled ones), drafts, scheduled, running or"
                      + " finished (default: all).")
          String scope,
      @Option(
              names = "--find",
              paramLabel = "WORDS",
              defaultValue = "",
              description = "Only those in which these words stand.")
          String words,
      @Option(
              names = "--limit",
              paramLabel = "N",
              defaultValue = "20",
              description = "How many at most (default: 20).")
          int limit) {
    return run(
        portal,
        CHANGED_NOTHING,
        (jobs, report) -> {
          if (!Scopes.ALL.contains(scope)) {
            throw Stop.mistake(
                "--scope", "'%s' is none of: %s".formatted(scope, String.join(", ", Scopes.ALL)));
          }
          if (limit < 1 || limit > MOST_LISTED) {
            throw Stop.mistake("--limit", "give a number from 1 to %,d".formatted(MOST_LISTED));
          }
          var found = jobs.list(scope, words, limit);
          return report.listed(found.jobs(), found.more());
        });
  }

  @Command(name = "show", header = "Shows one announcement and how far it is.")
  int show(@Mixin ApiOptions portal, @Mixin Which which) {
    return run(portal, CHANGED_NOTHING, (jobs, report) -> report.shown(jobs.show(which.id())));
  }

  @Command(
      name = "follow",
      header = "Waits until it is settled for everybody, and says how far it is.")
  int follow(
      @Mixin ApiOptions portal,
      @Mixin Which which,
      @Option(
              names = "--timeout",
              paramLabel = "SECONDS",
              defaultValue = "86400",
              description = "How long it waits (default: a day).")
          long timeout) {
    return run(
        portal,
        "The portal goes on as it would without this command. belfry jobs follow %s follows it again, belfry jobs cancel %s ends it"
            .formatted(which.given, which.given),
        (jobs, report) -> {
          var limit = ApiOptions.seconds("--timeout", timeout);
          return report.ended(jobs.follow(which.id(), limit, report::progress));
        });
  }

  @Command(
      name = "cancel",
      header = "Cancels an announcement. Whoever has it keeps it; nobody else gets it.")
  int cancel(
      @Mixin ApiOptions portal,
      @Mixin Which which,
      @Option(
              names = "--keep-draft",
              description = "Makes a draft of it again, if it has not begun.")
          boolean keepDraft) {
    return run(
        portal,
        "It is not known whether the portal has cancelled it",
        (jobs, report) -> report.ended(jobs.cancel(which.id(), keepDraft)));
  }

  @Command(
      name = "recall",
      header = "Deletes the messages of an announcement at all who have it.",
      description = "What is still being sent is cancelled first.")
  int recall(
      @Mixin ApiOptions portal,
      @Mixin Which which,
      @Option(
              names = "--yes",
              description = "Recalls it. Otherwise it only says how many messages that is about.")
          boolean yes) {
    return run(
        portal,
        yes ? "It is not known whether the portal has begun to recall it" : CHANGED_NOTHING,
        (jobs, report) -> report.ended(jobs.recall(which.id(), yes)));
  }

  @Command(name = "export", header = "Writes all recipients and their results as CSV.")
  int export(
      @Mixin ApiOptions portal,
      @Mixin Which which,
      @Parameters(
              index = "1",
              arity = "0..1",
              paramLabel = "FILE",
              description =
                  "The file to write; it must not exist yet. Without it: standard output.")
          @Nullable Path file) {
    return run(
        portal,
        CHANGED_NOTHING,
        (jobs, report) -> {
          if (file == null && portal.json()) {
            throw Stop.mistake("--json", "name a FILE for the CSV");
          }
          var id = which.id();
          var place = Optional.ofNullable(file).map(invocation.directory()::resolve);
          if (place.filter(Files::exists).isPresent()) {
            throw Stop.mistake("FILE", file + " is there already");
          }
          try {
            if (place.isPresent()) {
              written(jobs, id, place.get());
              return report.ended(
                  new Outcome(End.WELL, "Written to " + file, Optional.empty(), Optional.empty()));
            }
            return printed(jobs, id, report);
          } catch (IOException e) {
            throw Stop.mistake("FILE", "it cannot be written: " + FileTrouble.words(e));
          }
        });
  }

  private void written(JobCalls jobs, String id, Path file) throws IOException {
    PrivateFile.create(file);
    unfinished = file;
    try {
      jobs.export(id, file);
      unfinished = null;
    } catch (Stop stop) {
      Files.delete(file);
      throw stop;
    }
  }

  /** First into a file, because what was printed cannot be taken back if the line breaks. */
  private int printed(JobCalls jobs, String id, SendReport report) throws IOException {
    var csv = Files.createTempFile("belfry-", ".csv");
    unfinished = csv;
    try {
      jobs.export(id, csv);
      return report.printed(csv);
    } finally {
      Files.delete(csv);
    }
  }

  /** Which announcement is meant. */
  static final class Which {
    @Parameters(index = "0", paramLabel = "ID", description = "Its id, or the address of its page.")
    @SuppressWarnings("NullAway.Init")
    private String given;

    String id() {
      var id = given.strip().replaceFirst(".*/", "");
      if (!ID.matcher(id).matches()) {
        throw Stop.mistake("ID", "'%s' is not like 0SC1GDXFD7CCP".formatted(given));
      }
      return id;
    }
  }

  private interface Work {
    /** Does it and returns the exit code. */
    int done(JobCalls jobs, SendReport report);
  }

  /** Half a file would be taken for a whole one. */
  private boolean interrupted(SendReport report, String words) {
    var first = report.interrupted(words);
    var file = unfinished;
    if (first && file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException _) {
        // Nobody reads any more what could be said of it.
      }
    }
    return first;
  }

  private int run(ApiOptions portal, String ifInterrupted, Work work) {
    var report = portal.report(spec.commandLine(), invocation.environment(), "");
    try (var _ = Interruption.saying(() -> interrupted(report, ifInterrupted))) {
      var access = portal.access(invocation.environment(), invocation.directory());
      try (var api = new PortalApi(access, portal.patience(), Time.system(), report::meanwhile)) {
        return work.done(new JobCalls(api, UUID.randomUUID().toString()), report);
      }
    } catch (Stop stop) {
      return report.stopped(stop);
    } catch (RuntimeException fault) {
      return report.stopped(Stop.fault(fault, ifInterrupted));
    }
  }
}
