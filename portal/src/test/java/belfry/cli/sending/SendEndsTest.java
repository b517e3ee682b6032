package belfry.cli.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.Main;
import belfry.cli.Program;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.WinterDay;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How {@code belfry send} ends, and that this is so at the portal. */
class SendEndsTest extends SendTest {
  /** The job of a message with these words, as the portal shows it to its author. */
  private static JsonNode job(String words) {
    var found = ana.get("jobs/list/mine?q=" + words).json().path("items");
    assertThat(found).as(words).hasSize(1);
    return ana.get("jobs/detail/" + found.path(0).path("id").asText()).json();
  }

  private static String state(String words) {
    return job(words).path("state").asText();
  }

  /** Whatever is wrong with an option is found before anything is done, each of them alone. */
  @Test
  void everyOptionIsReadBeforeAnythingIsDone() {
    var before = jobs();
    var right =
        List.of("--to", LARS, "--markdown", "Quail", "--idempotency-key", "quail", "--wait");
    for (var wrong :
        List.of(
            List.of("--timeout", "0"),
            List.of("--timeout", "-5"),
            List.of("--timeout", "99999999999"),
            List.of("--timeout", "soon"),
            List.of("--retry-for", "0"),
            List.of("--retry-for", "99999999999999999999"),
            List.of("--at-most", "0"),
            List.of("--at-most", "many"),
            List.of("--at", "tomorrow"),
            List.of("--at", "2026-13-01T09:00+01:00"),
            List.of("--at", WinterDay.at("09:00"), "--zone", "Nowhere"),
            List.of("--at", WinterDay.at("09:00"), "--zone", "+03:00"),
            List.of("--zone", "UTC"),
            List.of("--urgent", " "),
            List.of("--attach", "nowhere.pdf"),
            List.of("--no-such-option", "1"))) {
      var option = wrong.get(wrong.size() - 2);
      var command = Stream.concat(right.stream(), wrong.stream()).toArray(String[]::new);
      ended(send(command), 2, option);
      var told =
          send(Stream.concat(Stream.of(command), Stream.of("--json")).toArray(String[]::new));
      ended(told, 2);
      assertThat(told.err()).isEmpty();
      assertThat(json(told).path("outcome").asText()).isEqualTo("mistake");
      assertThat(json(told).path("exitCode").asInt()).isEqualTo(2);
      assertThat(json(told).path("message").asText()).contains(option);
    }
    ended(send("--to", LARS, "--markdown", "Quail", "--at", WinterDay.at("09:00")), 2, "--zone: ");
    ended(send("--to", LARS, "--markdown", "\u00a0"), 2, "--markdown: there is no text in it");
    assertThat(jobs()).isEqualTo(before);
    assertThat(messages("Quail")).isZero();
  }

  @Test
  void aTextIsSentWhateverEndsItsLines() throws IOException {
    Files.writeString(directory.resolve("news.md"), "\uFEFFDove one\r\ntwo\rthree\n");
    var command = List.of("--to", LARS, "--file", "news.md", "--idempotency-key", "dove");
    ended(with(command, "--wait"), 0, "1 of 1 sent");
    ended(with(command, "--wait"), 0, "1 of 1 sent");
    ended(send("--to", LARS, "--markdown", "\uFEFFDove\r\nfour", "--wait"), 0, "1 of 1 sent");
    var sent = portal.simulator().ledger().entries(Ledger.Query.containing("Dove"));
    assertThat(sent).hasSize(2);
    assertThat(job("three").path("markdown").asText()).isEqualTo("Dove one\ntwo\nthree\n");
  }

  /** The program would read such a word as the name of a file with more of them. */
  @Test
  void aTextThatBeginsWithAnAtSignIsSentAsItStands() throws IOException {
    Files.writeString(directory.resolve("all"), "Whimbrel --to " + ZOE);
    ended(send("--to", LARS, "--markdown", "@all", "--wait"), 0, "1 of 1 sent");
    ended(send("--to", LARS, "--markdown", "@@Whimbrel", "--wait"), 0, "1 of 1 sent");
    assertThat(job("@@Whimbrel").path("markdown").asText()).isEqualTo("@@Whimbrel");
    assertThat(messages("Whimbrel")).isEqualTo(1);
  }

  @Test
  void aFileIsTheSameUnderTheNameThatThePortalGivesIt() throws IOException {
    var name = "plan: v1 ".repeat(20) + ".txt";
    Files.writeString(directory.resolve(name), "The plan");
    var command =
        List.of(
            "--to", LARS, "--markdown", "Swift", "--attach", name, "--idempotency-key", "swift");
    ended(with(command), 0);
    ended(with(command, "--wait"), 0, "1 of 1 sent");
    assertThat(messages("Swift")).isEqualTo(1);
  }

  @Test
  void whatIsRefusedOnTheWayLeavesNoDraft() throws IOException {
    var before = jobs();
    Files.writeString(directory.resolve("\u200b"), "The plan");
    ended(send("--to", LARS, "--markdown", "Snipe", "--attach", "\u200b"), 4, "--attach: ");
    assertThat(jobs()).isEqualTo(before);
    assertThat(messages("Snipe")).isZero();
  }

  @Test
  void whoeverFollowsItIsToldWhatBecameOfIt() {
    var waits = List.of("--at", WinterDay.at("09:00+01:00"), "--wait", "--to", LARS);
    var cancelled = CompletableFuture.supplyAsync(() -> with(waits, "--markdown", "Curlew"));
    Await.until(() -> jobs("Curlew") == 1 && state("Curlew").equals("scheduled"));
    ana.post("jobs/cancel", Map.of("jobId", job("Curlew").path("id").asText()));
    ended(cancelled.join(), 1, "Cancelled");
    assertThat(state("Curlew")).isEqualTo("cancelled");

    ended(send("--to", LARS, "--markdown", "Knot", "--idempotency-key", "knot", "--wait"), 0);
    ana.post("jobs/recall", Map.of("jobId", job("Knot").path("id").asText()));
    Await.until(() -> job("Knot").at("/run/recalled").asInt() == 1);
    ended(
        send("--to", LARS, "--markdown", "Knot", "--idempotency-key", "knot", "--wait"),
        1,
        "Recalled");

    var secret = token("read", "send");
    var own = new HashMap<>(environment(portal.address()));
    own.put("BELFRY_TOKEN", secret);
    var newest = ana.get("tokens").json().at("/items/0/id").asText();
    var command =
        Stream.concat(waits.stream(), Stream.of("--markdown", "Dunlin")).toArray(String[]::new);
    var revoked = CompletableFuture.supplyAsync(() -> send(own, command));
    Await.until(() -> jobs("Dunlin") == 1 && state("Dunlin").equals("scheduled"));
    assertThat(ana.delete("tokens/" + newest).status()).isEqualTo(204);
    ended(revoked.join(), 5, "The portal has it, but no longer says how far it is");
    assertThat(state("Dunlin")).isEqualTo("scheduled");
  }

  private static int jobs(String words) {
    return ana.get("jobs/list/mine?q=" + words).json().path("items").size();
  }

  @Test
  void aResultThatCannotBeWrittenIsNoSuccess() {
    var full =
        new Writer() {
          @Override
          public void write(char[] some, int from, int length) throws IOException {
            throw new IOException("No space left on device");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    for (var how : List.of("", "--json")) {
      var words = "Plover" + how;
      var err = new StringWriter();
      var code =
          new Main(environment(portal.address()), directory)
              .commandLine()
              .setOut(new PrintWriter(full))
              .setErr(new PrintWriter(err, true))
              .execute(
                  Stream.of("send", "--to", LARS, "--markdown", words, "--wait", how)
                      .filter(one -> !one.isEmpty())
                      .toArray(String[]::new));
      assertThat(code).isEqualTo(8);
      assertThat(err.toString())
          .contains("could not be written to standard output", "1 of 1 sent", "#/jobs/");
    }
    assertThat(messages("Plover")).isEqualTo(2);
  }

  @Test
  void mistakesNameTheirOption() throws IOException {
    Files.write(directory.resolve("latin.md"), new byte[] {'a', (byte) 0xE9});
    Files.write(directory.resolve("empty.pdf"), new byte[0]);
    Files.writeString(directory.resolve("token"), token + "\n");
    var none = new HashMap<String, String>();
    ended(send(none, "--to", LARS, "--markdown", "a"), 2, "--app: give it, or set BELFRY_APP");
    none.put("BELFRY_APP", "news");
    ended(
        send(none, "--to", LARS, "--markdown", "a"), 2, "--portal: give it, or set BELFRY_PORTAL");
    none.put("BELFRY_PORTAL", portal.address().toString());
    ended(
        send(none, "--to", LARS, "--markdown", "a"),
        2,
        "BELFRY_TOKEN: set it, or give --token-file");
    ended(
        send(none, "--to", LARS, "--markdown", "a", "--token-file", "nowhere"),
        2,
        "--token-file: it cannot be read: there is no such file");
    ended(send(none, "--to", LARS, "--markdown", "a", "--token-file", "token", "--dry-run"), 0);
    ended(send("--markdown", "a"), 2, "--to: say who gets it");
    ended(send("--to", LARS, "--file", "latin.md"), 2, "--file latin.md: it is not text in UTF-8");
    ended(
        send("--to", LARS, "--file", "none.md"),
        2,
        "--file none.md: it cannot be read: there is no such file");
    ended(send("--to", LARS, "--file", "latin.md", "--markdown", "a"), 2, "--file: give either");
    ended(
        send("--to", LARS, "--markdown", "a", "--attach", "empty.pdf"),
        2,
        "--attach empty.pdf: it is empty");
    ended(send("--to", LARS, "--markdown", "a", "--zone", "UTC"), 2, "--zone: it belongs to --at");
    ended(
        send("--to", LARS, "--markdown", "a", "--idempotency-key", "a b"),
        2,
        "--idempotency-key: it must have");
    ended(send("--to", LARS, "--markdown", "a", "--at-most", "0"), 2, "--at-most: give a number");
    ended(
        send("--to", LARS, "--markdown", "a", "--retry-for", "0"), 2, "--retry-for: give seconds");
    for (var wrong :
        List.of(
            "belfry.example.com",
            "https://belfry.example.com/Hub/news/",
            "ftp://a",
            "https://a:b@c")) {
      ended(send("--portal", wrong, "--to", LARS, "--markdown", "a"), 2, "--portal: '");
    }
    ended(
        send("--portal", "http://belfry.example.com", "--to", LARS, "--markdown", "a"),
        2,
        "Use https://");
    assertThat(line.seen()).isEmpty();
  }

  @Test
  void itsHelpNamesTheExitCodesAndNoTokenCanBeGiven() {
    var help = send("--help");
    assertThat(help.code()).isZero();
    assertThat(help.out())
        .contains("Exit codes:", "BELFRY_TOKEN", "--idempotency-key", "$(date +%F)");
    assertThat(send("--token", token).code()).isEqualTo(2);
  }

  /** As a script would, with the text from another program; and as on a terminal. */
  @Test
  void aProgramWithATerminalReadsItsInputAndDrawsABar() throws Exception {
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, new Fault.Latency(1_000, 1_000)).to(LARS));
    var program =
        Program.of(directory, Map.of(), "send", "--to", LARS, "--to", ZOE, "--file", "-", "--wait");
    var command =
        "printf 'Wren from a pipe\\r\\n' | "
            + String.join(" ", program.command().stream().map(one -> "'" + one + "'").toList());
    var process =
        new ProcessBuilder("script", "-qec", command, "/dev/null")
            .directory(directory.toFile())
            .redirectErrorStream(true);
    process.environment().putAll(environment(portal.address()));
    process.environment().put("TERM", "xterm");
    var ended = ended(process.start());

    ended(ended, 0, "\r\u001B[?7l", "\u001B[K\u001B[?7hDone: 2 of 2 sent. http://localhost:");
    assertThat(messages("Wren from a pipe")).isEqualTo(2);
  }

  @Test
  void aProgramThatIsInterruptedSaysWhatBecameOfIt() throws Exception {
    var process =
        Program.of(
                directory,
                environment(line.address()),
                "send",
                "--to",
                LARS,
                "--markdown",
                "Ruff",
                "--at",
                WinterDay.at("09:00+01:00"),
                "--wait",
                "--json")
            .start();
    // Only then it has read that the portal has it.
    Await.until(() ->
        !process.isAlive() || line.seen().stream().anyMatch(one -> one.contains("jobs/detail")));
    process.toHandle().destroy();
    var ended = ended(process);

    ended(ended, 130);
    assertThat(json(ended).path("outcome").asText()).isEqualTo("interrupted");
    assertThat(json(ended).path("message").asText())
        .contains("Interrupted. The portal has it, and goes on: " + line.address())
        .contains("belfry jobs cancel " + job("Ruff").path("id").asText() + " ends it");
    assertThat(state("Ruff")).isEqualTo("scheduled");
  }

  private static Ended ended(Process process) throws Exception {
    process.getOutputStream().close();
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Ended(
        process.waitFor(), out, new String(process.getErrorStream().readAllBytes(), UTF_8));
  }
}
