package belfry.bench.siege;

import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/** Somebody who goes on working: signs in, reads, writes, looks on, five requests a second. */
final class Honest {
  private static final Duration PACE = Duration.ofMillis(200);

  private static final Duration A_MOMENT = Duration.ofSeconds(1);

  /** For how long somebody tries again. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** How often somebody signs in, in requests. */
  private static final int SESSION = 50;

  private static final String PREVIEW =
      "{\"markdown\":\"**Good morning**, everybody\",\"audience\":[]}";

  private final Site site;
  private final String email;
  private final String job;

  /** Who is interested in this job. */
  Honest(Site site, String email, String job) {
    this.site = site;
    this.email = email;
    this.job = job;
  }

  /** One request: what it is, how it is answered rightly, how it is asked. */
  private record Step(String what, int status, Callable<Answer> ask) {}

  /** Works as long as this; how each request was answered. */
  Answers work(Duration length) {
    var answers = new Answers();
    var end = System.nanoTime() + length.toNanos();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var next = System.nanoTime();
      var me = someone();
      for (var i = 0; next < end; i++, next += PACE.toNanos()) {
        Pauses.of(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
        if (i % SESSION == 0) {
          var anew = someone();
          if (take(new Step("sign-in", 301, anew::signIn), answers)) {
            me = anew;
          }
          continue;
        }
        var steps = steps(me);
        var step = steps.get(i % steps.size());
        // Whoever waits for one answer goes on with the next all the same.
        threads.execute(() -> take(step, answers));
      }
    }
    return answers;
  }

  private Visitor someone() {
    return new Visitor(site, Addresses.HONEST, email);
  }

  private List<Step> steps(Visitor me) {
    return List.of(
        new Step("page", 200, () -> me.get("sendMessage.html")),
        new Step("list", 200, () -> me.get("jobs/list/all")),
        new Step("preview", 200, () -> me.post("jobs/preview", PREVIEW)),
        new Step("/status", 200, () -> me.getOutside("/status")),
        new Step("draft", 201, () -> me.post("jobs/edit", PREVIEW)),
        new Step("live view", 200, () -> me.look("jobs/detail/" + job)),
        new Step("job", 200, () -> me.get("jobs/detail/" + job)));
  }

  /** Whoever is told that the house is full tries again in a moment, as the answer says. */
  private static Answer answerTo(Step step) throws Exception {
    var began = System.nanoTime();
    var answer = step.ask.call();
    while (answer.status() == 503 && System.nanoTime() - began < PATIENCE.toNanos()) {
      Pauses.of(A_MOMENT);
      answer = step.ask.call();
    }
    return answer;
  }

  /** Whether it was answered rightly. */
  private static boolean take(Step step, Answers answers) {
    var right = false;
    var began = System.nanoTime();
    try {
      var answer = answerTo(step);
      var whole = !step.what.equals("live view") || answer.body().contains("data: {");
      right = answer.status() == step.status && whole;
      if (!right) {
        answers.wrong(step.what + ": " + answer.status() + " " + answer.body());
      }
    } catch (IOException e) {
      answers.wrong(step.what + ": " + e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    answers.add((System.nanoTime() - began) / 1e6);
    return right;
  }
}
