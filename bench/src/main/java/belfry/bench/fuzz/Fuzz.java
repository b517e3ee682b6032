package belfry.bench.fuzz;

import belfry.bench.site.Databases;
import belfry.bench.site.Site;
import belfry.bench.site.TrialException;
import belfry.bench.site.Usage;
import belfry.simulator.SimulatorSettings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Asks the packaged program thousands of strange questions, several at once, and looks how it fares
 * afterwards.
 */
final class Fuzz {
  private static final int PEOPLE = 60;

  /** After how many questions it is seen to it that who was signed out is signed in again. */
  private static final int TENDED = 40;

  /** After how many questions there are new jobs and groups. */
  private static final int FURNISHED = 400;

  /** From then on everything that is made once is made, and what grows is a leak. */
  private static final int WARM = 2_000;

  /**
   * What may live more at the end: in 200,000 questions 42 bytes each, so that no leak gets through
   * in which a question leaves as much as an entry of a map.
   */
  static final long MOST_GROWTH = 8_000_000;

  private static final int ENOUGH = 10;

  private final Plan plan;
  private final PrintWriter out;
  private final Judge judge = new Judge();
  private final Tally tally = new Tally();
  private final AtomicLong next = new AtomicLong();
  private final ConcurrentLinkedQueue<Finding> findings = new ConcurrentLinkedQueue<>();

  /**
   * What is asked.
   *
   * @param only the one question to be asked, by its number
   * @param atOnce how many are under way at a time
   */
  record Plan(Databases database, long seed, long requests, Optional<Long> only, int atOnce) {}

  /**
   * What came of it.
   *
   * @param complaints lines of the log that no request may cause
   * @param grown by how many bytes more live after the last question than after the first thousands
   * @param well whether it works, and the honest are let in and see what is theirs
   */
  record Result(List<Finding> findings, List<String> complaints, long grown, boolean well) {
    boolean sound() {
      return findings.isEmpty() && complaints.isEmpty() && grown <= MOST_GROWTH && well;
    }
  }

  Fuzz(Plan plan, PrintWriter out) {
    this.plan = plan;
    this.out = out;
  }

  Result run() {
    say(
        "fuzz: %,d requests, %d at once, %s; --seed %d"
            .formatted(plan.requests, plan.atOnce, plan.database, plan.seed));
    var settings = SimulatorSettings.defaults().withPeople(PEOPLE);
    try (var site = Site.open(plan.database, settings, 1);
        var line = new Line(site.portal().port())) {
      site.portal().start();
      var visitors = new Visitors(site);
      visitors.tend();
      visitors.furnish();
      var keepsake = Keepsake.in(site);
      var questions = new Questions(new Api(), visitors, plan.seed);
      if (plan.only.isPresent()) {
        ask(line, questions.question(plan.only.get()), true);
      }
      return asked(site, line, questions, visitors, keepsake);
    }
  }

  private Result asked(
      Site site, Line line, Questions questions, Visitors visitors, Keepsake keepsake) {
    var health = new Health(site.portal());
    var began = System.nanoTime();
    var warm = plan.only.isPresent() ? 0 : Math.min(WARM, plan.requests / 4);
    askUpTo(warm, line, questions, visitors);
    var before = health.liveBytes();
    askUpTo(plan.only.isPresent() ? 0 : plan.requests, line, questions, visitors);
    var seconds = (System.nanoTime() - began) / 1e9;
    var after = health.liveBytes();
    var result =
        new Result(
            List.copyOf(findings),
            health.complaints(),
            after - before,
            site.portal().process().isAlive()
                && site.portal().status() == 200
                && keepsake.isSeen());
    say(tally.toString());
    say(
        "%.0f s; alive in memory %.1f MB after %,d requests, %.1f MB after the last; %,d lines of log"
            .formatted(
                seconds,
                Usage.megabytes(before),
                warm,
                Usage.megabytes(after),
                health.log().size()));
    tell(result);
    return result;
  }

  private void tell(Result result) {
    for (var one : result.findings) {
      say(one.told());
      say("again: --seed %d --only %d%n".formatted(plan.seed, one.question().number()));
    }
    result.complaints.stream().limit(40).forEach(line -> say("log: " + line));
    if (result.grown > MOST_GROWTH) {
      say("%.1f MB more live than before".formatted(Usage.megabytes(result.grown)));
    }
    if (!result.well) {
      say("it does not work as it did: it is gone, or says so, or does not let the honest in");
    }
    say(result.sound() ? "sound" : "NOT SOUND");
  }

  private void askUpTo(long most, Line line, Questions questions, Visitors visitors) {
    var workers = new ArrayList<Future<?>>();
    try (var threads = Executors.newFixedThreadPool(plan.atOnce)) {
      IntStream.range(0, plan.atOnce)
          .forEach(_ -> workers.add(threads.submit(() -> work(most, line, questions, visitors))));
      for (var worker : workers) {
        worker.get();
      }
    } catch (ExecutionException e) {
      throw new TrialException("the questions came to an end", e);
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  private void work(long most, Line line, Questions questions, Visitors visitors) {
    for (var number = taken(most); number >= 0 && findings.size() < ENOUGH; number = taken(most)) {
      if (number % TENDED == 0) {
        visitors.tend();
      }
      if (number % FURNISHED == 0) {
        visitors.furnish();
      }
      ask(line, questions.question(number), false);
    }
  }

  /** The next number; -1 where all have been asked. */
  private long taken(long most) {
    var number = next.getAndUpdate(now -> Math.min(most, now + 1));
    return number < most ? number : -1;
  }

  private void ask(Line line, Question question, boolean told) {
    var exchange = line.ask(question);
    tally.add(question, exchange);
    var fault = judge.fault(question, exchange);
    if (told) {
      say(new Finding(question, exchange, fault.orElse("as it should be")).told());
    }
    fault.ifPresent(what -> findings.add(new Finding(question, exchange, what)));
  }

  private void say(String text) {
    out.println(text);
    out.flush();
  }
}
