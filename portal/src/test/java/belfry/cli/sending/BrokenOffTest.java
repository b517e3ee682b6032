package belfry.cli.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.Main;
import belfry.cli.Program;
import belfry.testing.Await;
import belfry.testing.LossyProxy.Fate;
import belfry.testing.WinterDay;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code belfry send} says if it is interrupted, or if nobody reads what it prints. */
class BrokenOffTest extends SendTest {
  private static final Pattern KEY = Pattern.compile("--idempotency-key ([-0-9a-f]{36})");

  private OutputStream writer = OutputStream.nullOutputStream();

  /** What is said, with placeholders for what each command has of its own. */
  enum Says {
    NOTHING("Nothing was sent"),
    MAYBE_A_DRAFT(
        "Nothing was sent, but there may be a draft of it: belfry jobs list --scope drafts shows it"),
    DRAFT("Nothing was sent, but there is a draft of it: PAGE"),
    AGAIN("Nothing was sent. Run the same command again to send it"),
    EARLIER(
        "This command sent nothing. Whether an earlier one under --idempotency-key WORD did is not known: run the same command again, and it is sent once"),
    UNKNOWN(
        "It is not known whether the portal has taken it. Run the same command again with --idempotency-key KEY: it is sent once. Look at it at PAGE\nbelfry jobs show ID says whether it has, belfry jobs cancel ID ends it"),
    TEST_UNKNOWN(
        "It is not known whether the portal has taken it. Run the same command again with --idempotency-key KEY: it is sent once."),
    TAKEN(
        "The portal has it, and goes on: PAGE\nbelfry jobs follow ID follows it, belfry jobs cancel ID ends it");

    private final String words;

    Says(String words) {
      this.words = words;
    }
  }

  private static JsonNode job(String word) {
    return ana.get("jobs/list/mine?q=" + word).json().at("/items/0");
  }

  /**
   * It waits for what it asks there, or for its text.
   *
   * @param there the state of its job at the portal afterwards; "none" if there is none
   */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Auk     | the text         | REQUEST_HELD |                                 | NOTHING       | none
          Bittern | groups/find      | REQUEST_HELD | --to group:Auks                 | NOTHING       | none
          Bulbul  | jobs/preview     | REQUEST_HELD |                                 | NOTHING       | none
          Bunting | jobs/check       | ANSWER_HELD  | --dry-run --idempotency-key OWN | NOTHING       | none
          Bushtit | jobs/edit        | REQUEST_HELD |                                 | MAYBE_A_DRAFT | none
          Bustard | jobs/edit        | ANSWER_HELD  |                                 | MAYBE_A_DRAFT | draft
          Buzzard | jobs/edit        | ANSWER_HELD  | --idempotency-key OWN           | EARLIER       | draft
          Canary  | jobs/attach      | ANSWER_HELD  | --attach a.txt                  | DRAFT         | draft
          Coot    | jobs/preview     | ANSWER_HELD  | --idempotency-key OWN           | AGAIN         | draft
          Corella | jobs/runNow      | REQUEST_HELD |                                 | UNKNOWN       | draft
          Cotinga | jobs/runNow      | ANSWER_HELD  |                                 | UNKNOWN       | finished
          Coucal  | jobs/schedule    | ANSWER_HELD  | --at TIME                       | UNKNOWN       | scheduled
          Courser | jobs/detail      | ANSWER_HELD  | --at TIME --wait                | TAKEN         | scheduled
          Cowbird | jobs/attach      | ANSWER_HELD  | --test --attach a.txt           | NOTHING       | none
          Crake   | jobs/test        | ANSWER_HELD  | --test                          | TEST_UNKNOWN  | none
          """)
  void whoeverInterruptsItIsToldWhatBecameOfIt(
      String word, String place, Fate fate, String more, Says says, String there) throws Exception {
    Files.writeString(directory.resolve("a.txt"), "The plan");
    line.decide(request -> request.contains(place) ? fate : Fate.PASSED);
    var command = new ArrayList<String>();
    if (more == null || !more.contains("--to")) {
      command.addAll(List.of("--to", LARS));
    }
    if (more != null) {
      Arrays.stream(more.split(" "))
          .map(one -> one.equals("OWN") ? word : one)
          .map(one -> one.equals("TIME") ? WinterDay.at("09:00+01:00") : one)
          .forEach(command::add);
    }
    var process = process(word, place.equals("the text"), command);

    interrupt(process);

    var ended = ended(process);
    ended(ended, 130);
    assertThat(ended.out()).isEmpty();
    var key = KEY.matcher(ended.err()).results().map(one -> one.group(1)).findFirst();
    var id = job(word).path("id").asText();
    assertThat(ended.err())
        .endsWith(
            "Interrupted. "
                + says.words
                    .replace("PAGE", line.address() + "/Hub/news/sendMessage.html#/jobs/ID")
                    .replace("ID", id)
                    .replace("WORD", word)
                    .replace("KEY", key.orElse(""))
                + "\n");
    if (there.equals("finished")) {
      ana.followUntil("jobs/detail/" + id, one -> one.path("state").asText().equals(there));
    }
    assertThat(job(word).path("state").asText("none")).isEqualTo(there);
    if (key.isPresent()) {
      var isForLater = there.equals("scheduled");
      command.addAll(List.of("--markdown", word, "--idempotency-key", key.get()));
      for (var again = 0; again < 2; again++) {
        ended(isForLater ? with(command) : with(command, "--wait"), 0);
      }
      assertThat(messages(word)).isEqualTo(isForLater ? 0 : 1);
    }
  }

  /** Whoever reads only the exit code, and whoever reads only the errors, is told the truth. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --markdown Dipper                             | 8 | The portal has it: http
          --markdown Dipper --wait                      | 8 | 1 of 1 sent
          --markdown Dipper --dry-run                   | 8 | Nothing was sent.
          --markdown Dipper --test                      | 8 | The test has arrived.
          --markdown Dipper --at TIME                   | 8 | Scheduled for
          --markdown Dipper --at TIME --wait --timeout 1 | 7 | Not settled within 1 s. Scheduled
          --markdown Dipper --to nobody@x.example       | 6 | Nothing was sent.
          --markdown Dipper --to group:Dippers          | 2 | nothing is called 'group:Dippers'
          --markdown Dipper --app dippers               | 4 | There is no app called 'dippers'
          --markdown Dipper --no-such-option            | 2 | --no-such-option
          """)
  void whatCannotBePrintedIsSaidAmongTheErrors(String options, int code, String says) {
    for (var how : List.of("", " --json")) {
      var command =
          Stream.of(List.of("send", "--to", LARS), List.of((options + how).split(" ")))
              .flatMap(List::stream)
              .map(one -> one.equals("TIME") ? WinterDay.at("09:00+01:00") : one)
              .toArray(String[]::new);
      var err = new StringWriter();

      var ended =
          new Main(environment(portal.address()), directory)
              .commandLine()
              .setOut(new PrintWriter(new PrintStream(closed()), true, StandardCharsets.UTF_8))
              .setErr(new PrintWriter(err, true))
              .execute(command);

      assertThat(ended).as(err.toString()).isEqualTo(code);
      assertThat(err.toString()).contains(says);
    }
  }

  private static OutputStream closed() {
    return new OutputStream() {
      @Override
      public void write(int one) throws IOException {
        throw new IOException("Broken pipe");
      }
    };
  }

  @Test
  void aPipeThatNobodyReadsIsNoReasonToSayNothing() throws Exception {
    var program =
        Program.of(
            directory,
            environment(portal.address()),
            "send",
            "--to",
            LARS,
            "--markdown",
            "Dunnock");
    program.command().addAll(0, List.of("bash", "-c", "\"$@\" | true; exit ${PIPESTATUS[0]}", "-"));

    var ended = ended(program.start());

    ended(ended, 8, "could not be written to standard output", "The portal has it: http");
    assertThat(job("Dunnock").path("state").asText()).isNotEqualTo("draft");
  }

  private Process process(String word, boolean fromFile, List<String> more) throws Exception {
    var text = directory.resolve("text");
    var command = Stream.of(List.of("send"), more, List.of(fromFile ? "--file" : "--markdown"));
    var program =
        Program.of(
            directory,
            environment(line.address()),
            Stream.concat(
                    command.flatMap(List::stream), Stream.of(fromFile ? text.toString() : word))
                .toArray(String[]::new));
    // Where tests run in the background, what they start would not hear of an interruption.
    program.command().addAll(0, List.of("env", "--default-signal=INT"));
    if (!fromFile) {
      var process = program.start();
      Await.until(() -> !process.isAlive() || line.holds());
      return process;
    }
    assertThat(new ProcessBuilder("mkfifo", text.toString()).start().waitFor()).isZero();
    var process = program.start();
    // It is open as soon as somebody reads it, which a program that has ended never does.
    var opened = new FutureTask<>(() -> Files.newOutputStream(text));
    Thread.ofPlatform().daemon().start(opened);
    writer = opened.get(1, TimeUnit.MINUTES);
    return process;
  }

  private static void interrupt(Process process) throws Exception {
    var kill = new ProcessBuilder("kill", "-INT", Long.toString(process.pid()));
    assertThat(kill.start().waitFor()).isZero();
  }

  private Ended ended(Process process) throws Exception {
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    var err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    var code = process.waitFor();
    writer.close();
    return new Ended(code, out, err);
  }
}
