package belfry.cli.sending;

import belfry.base.Bare;
import belfry.base.FileTrouble;
import belfry.base.Time;
import belfry.cli.settings.InvokedCommand;
import belfry.client.Announcement;
import belfry.client.Consent;
import belfry.client.Following;
import belfry.client.PortalApi;
import belfry.client.Sender;
import belfry.client.Stop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sends an announcement through a portal that runs somewhere. */
@Command(
    name = "send",
    sortOptions = false,
    header = "Sends an announcement through a portal, with an API token.",
    synopsisHeading = "%nUsage: ",
    description = {
      "",
      "The token is read from BELFRY_TOKEN or --token-file, never from the command line, where"
          + " others see it. Make it on the page (your name, API tokens) with the scopes read and"
          + " send.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all have it; without --wait, the portal has taken it on",
      "1:it went out, but some have not got it, or it was cancelled or recalled",
      "2:an option is wrong or missing; nothing was sent",
      "3:somebody has to decide on the portal's page",
      "4:the portal refused it; this command sent nothing",
      "5:the portal does not answer; the message says whether it has taken it on",
      "6:nothing was sent, because something has to be agreed to (--yes, --at-most)",
      "7:with --wait: not settled within --timeout; a test: within two minutes",
      "8:as 0, but the result could not be written to standard output",
      "130:interrupted (Ctrl-C); the message says whether the portal has taken it on"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  belfry send --to group:'All staff' --file news.md --wait",
      "  belfry send --to everyone --except group:Contractors --file news.md --dry-run",
      "  df -h | belfry send --to ops@example.com --idempotency-key disk-$(date +%%F)",
      "  belfry send --to space:Operations --markdown '**Done**' --at 2026-12-01T09:00 --zone Europe/Madrid"
    })
public final class SendCommand extends InvokedCommand {
  /** In bytes; a message may have 7,439. */
  private static final int MOST_TEXT = 1_000_000;

  private static final int MOST_FILE = 10_000_000;
  private static final Pattern KEY = Pattern.compile("[!#-\\[\\]-~]{1," + Sender.Key.LONGEST + "}");

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private ApiOptions portal;

  @Option(
      names = "--to",
      paramLabel = "WHO",
      description = {
        "Who gets it; may be given several times:",
        "an e-mail address, group:NAME, space:TITLE, saved:NAME (a saved audience) or everyone."
            + " In place of a name, an id may stand."
      })
  private List<String> to = List.of();

  @Option(
      names = "--except",
      paramLabel = "WHO",
      description = "Who does not: an address or group:NAME; may be given several times.")
  private List<String> except = List.of();

  @Option(
      names = "--outside",
      description =
          "Sends it also to addresses that Webex does not find in your organization, such as"
              + " partners', as they are. Otherwise they are left out.")
  private boolean outside;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "The text, as Markdown in UTF-8; - is standard input, as it is without --markdown too.")
  private @Nullable Path file;

  @Option(names = "--markdown", paramLabel = "TEXT", description = "The text itself.")
  private @Nullable String markdown;

  @Option(
      names = "--attach",
      paramLabel = "FILE",
      description = "A file that goes with it, of at most 10 MB.")
  private @Nullable Path attach;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "When, like 2026-12-01T09:00 with --zone, or 2026-12-01T09:00+01:00. Without it: now.")
  private @Nullable String at;

  @Option(names = "--zone", paramLabel = "ZONE", description = "The time's zone: Europe/Madrid.")
  private @Nullable String zone;

  @Option(
      names = "--urgent",
      paramLabel = "WHY",
      description = "Sends it in quiet hours too. The reason is written into the audit trail.")
  private @Nullable String urgent;

  @Option(
      names = "--test",
      description = "Sends it as a test to whoever made the token, and to nobody else.")
  private boolean test;

  @Option(
      names = "--dry-run",
      description = "Says who would get it and who would not and why, and sends nothing.")
  private boolean dryRun;

  @Option(
      names = "--yes",
      description =
          "Sends it although some would not get it, or it is not known exactly who is in a group."
              + " Otherwise that is said, and nothing is sent.")
  private boolean yes;

  @Option(
      names = "--at-most",
      paramLabel = "N",
      description =
          "Sends it only if it goes to at most so many people and spaces. Required for audiences"
              + " that the app calls large (on the page, their number is typed).")
  private @Nullable Long atMost;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description =
          "Stands for this message: within seven days, the same command under the same key sends"
              + " nothing twice, and goes on where it ended. Without it, each run is a message of"
              + " its own.")
  private @Nullable String key;

  @Option(names = "--wait", description = "Waits until it is settled for everybody.")
  private boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "86400",
      description = "How long --wait waits (default: a day).")
  private long timeout;

  private volatile @Nullable Sender sender;
  private volatile boolean over;

  @Override
  public Integer call() {
    // Of what is only tried out, a key tells nothing.
    var given = key != null && !dryRun;
    var named = new Sender.Key(key == null ? UUID.randomUUID().toString() : key, given);
    var report = portal.report(spec.commandLine(), invocation.environment(), named.value());
    try (var _ = Interruption.saying(() -> report.interrupted(end(named)))) {
      return sent(report, named);
    } catch (Stop stop) {
      return report.stopped(stop);
    } catch (RuntimeException fault) {
      var one = sender;
      return report.stopped(Stop.fault(fault, one == null ? named.begun() : one.soFar()));
    }
  }

  /** Nothing is asked for any more after that. */
  private String end(Sender.Key named) {
    over = true;
    var one = sender;
    return one == null ? named.begun() : one.end();
  }

  private int sent(SendReport report, Sender.Key named) {
    var patience = portal.patience();
    var limit = ApiOptions.seconds("--timeout", timeout);
    var consent = consent();
    var access = portal.access(invocation.environment(), invocation.directory());
    var announcement = announcement();
    try (var api = new PortalApi(access, patience, Time.system(), report::meanwhile)) {
      var one = new Sender(api, announcement, consent, named, report::meanwhile);
      sender = one;
      if (over) {
        var _ = one.end();
      }
      if (dryRun) {
        return report.ended(one.tryOut());
      }
      if (test) {
        return report.ended(one.test());
      }
      var taken = one.send();
      if (!wait) {
        return report.ended(taken);
      }
      report.said(taken.words());
      var job = taken.job().orElseThrow();
      return report.ended(new Following(api, report::progress).follow(job, limit));
    }
  }

  private static Stop mistake(String option, String words) {
    return Stop.mistake(option, words);
  }

  private Announcement announcement() {
    if (to.isEmpty() && !test) {
      throw mistake("--to", "say who gets it: --to group:NAME, --to person@example.com");
    }
    if (test && dryRun) {
      throw mistake("--test", "it cannot be given together with --dry-run");
    }
    if (test && at != null) {
      throw mistake("--at", "a test is sent at once. Leave out --at or --test");
    }
    if (urgent != null && Bare.isBlank(urgent)) {
      throw mistake("--urgent", "say why it cannot wait");
    }
    if (key != null && !KEY.matcher(key).matches()) {
      throw mistake(
          "--idempotency-key",
          "it must have 1 to %d visible characters of ASCII, without quotes and backslashes"
              .formatted(Sender.Key.LONGEST));
    }
    var when = when();
    var enclosure = Optional.ofNullable(attach).map(this::enclosure);
    // Last, because standard input may keep everybody waiting.
    var text = text();
    return new Announcement(
        text, source(), to, except, outside, enclosure, when, urgent == null ? "" : urgent);
  }

  private Consent consent() {
    if (atMost != null && atMost < 1) {
      throw mistake("--at-most", "give a number from 1 on");
    }
    return new Consent(yes, atMost == null ? OptionalLong.empty() : OptionalLong.of(atMost));
  }

  private Optional<Announcement.When> when() {
    if (at == null && zone != null) {
      throw mistake("--zone", "it belongs to --at, which is missing");
    }
    return Optional.ofNullable(at)
        .map(time -> Announcement.When.read(time, zone == null ? "" : zone));
  }

  private boolean isFromInput() {
    return markdown == null && (file == null || file.toString().equals("-"));
  }

  private String source() {
    return markdown != null ? "--markdown" : isFromInput() ? "standard input" : "--file " + file;
  }

  private String text() {
    if (file != null && markdown != null) {
      throw mistake("--file", "give either --file or --markdown");
    }
    if (file == null && markdown == null && Terminal.isInput()) {
      throw mistake("--file", "give the text: --file FILE, --markdown TEXT, or standard input");
    }
    var text = markdown == null ? read() : markdown;
    if (Bare.isBlank(text)) {
      throw mistake(source(), "there is no text in it");
    }
    return text;
  }

  private String read() {
    try (var in =
        isFromInput()
            ? System.in
            : Files.newInputStream(
                invocation.directory().resolve(Optional.ofNullable(file).orElseThrow()))) {
      return GivenFile.text(source(), in, MOST_TEXT);
    } catch (IOException e) {
      throw mistake(source(), "it cannot be read: " + FileTrouble.words(e));
    }
  }

  private Announcement.Enclosure enclosure(Path path) {
    var option = "--attach " + path;
    try (var in = Files.newInputStream(invocation.directory().resolve(path))) {
      var bytes = GivenFile.bytes(option, in, MOST_FILE);
      if (bytes.length == 0) {
        throw mistake(option, "it is empty");
      }
      return new Announcement.Enclosure(path.getFileName().toString(), bytes);
    } catch (IOException e) {
      throw mistake(option, "it cannot be read: " + FileTrouble.words(e));
    }
  }
}
