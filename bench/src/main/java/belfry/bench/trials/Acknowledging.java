package belfry.bench.trials;

import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.TrialPlatform;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.Fault.Stage;
import belfry.simulator.faults.FaultRule;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A message with a button by which people say that they have read it. Some press it, a few write
 * back and one is answered; whoever has not pressed is reminded, while more press; then the message
 * is recalled and written anew for all, because a message with a button cannot be changed, and the
 * new one is recalled for a group. The program is killed all the while, and answers are lost.
 */
final class Acknowledging {
  private static final String FIRST = "The belfry asks whether this was read at nine";
  private static final String REMINDER = "The belfry reminds of what was to be read";
  private static final String ANEW = "The belfry asks whether this was read at ten";
  private static final String REPLY = "The belfry answers *one*";
  private static final Map<String, String> PRESSED = Map.of("belfry", "acknowledge");
  private static final int WRITERS = 5;

  /** As many kills in each of them; those left over fall into the first ones. */
  private static final int PARTS = 5;

  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final After.Plan plan;
  private final PrintWriter out;

  /** Who pressed, by the id of the press. */
  private final Map<String, String> presses = new ConcurrentHashMap<>();

  /**
   * What the platform shows and people did, beside what the portal says.
   *
   * @param unheard presses whose events nobody confirmed, and which nobody can know
   * @param misjudged people who count as having acknowledged and did not, or did and do not
   * @param answersWrong written answers that are missing or there twice
   * @param wrong people for whom the portal says something else than the platform shows, or who
   *     have a message that they should not have, or lack one
   * @param doubled messages that somebody has twice
   */
  record Result(
      int acknowledged,
      int unheard,
      int misjudged,
      int answersWrong,
      int reminded,
      int recalledForAll,
      int writtenAnew,
      int recalledForSome,
      int wrong,
      int doubled) {
    boolean sound() {
      return misjudged + answersWrong + wrong + doubled == 0;
    }
  }

  Acknowledging(After.Plan plan, PrintWriter out) {
    this.plan = plan;
    this.out = out;
  }

  /** Carries it out. */
  Result run() {
    try (var site = plan.open("acknowledging", out);
        var staff = new Staff(site.portal().address())) {
      site.portal().readAnswers(true);
      site.portal().start();
      site.platform()
          .permit(Math.max(100, plan.recipients() / ((double) plan.kills() / PARTS + 2)));
      staff.signIn(site.platform());
      var result = new Course(site, staff).run();
      plan.tell(result, site, out);
      return result;
    }
  }

  private static List<FaultRule> faults() {
    var ofSending =
        Stream.of(
                Fault.after(502),
                Fault.before(503),
                new Fault.Reset(Stage.AFTER),
                new Fault.Reset(Stage.BEFORE),
                new Fault.Close(Stage.AFTER))
            .map(fault -> FaultRule.on(Operation.MESSAGES_CREATE, fault).withShare(0.02));
    return Stream.of(FollowedUp.faults().stream(), Answering.faults().stream(), ofSending)
        .flatMap(all -> all)
        .toList();
  }

  /** What happens, one after the other, on one site. */
  private final class Course {
    private final Site site;
    private final Staff staff;
    private final TrialPlatform platform;
    private final FollowedUp followed;
    private final Map<String, String> emails;
    private int part;
    private int wrong;
    private int doubled;

    Course(Site site, Staff staff) {
      this.site = site;
      this.staff = staff;
      platform = site.platform();
      followed = new FollowedUp(site, staff, out);
      emails =
          platform.people().stream()
              .collect(Collectors.toMap(person -> person.id(), person -> person.email()));
    }

    private int killsOfNextPart() {
      part++;
      return plan.kills() / PARTS + (part <= plan.kills() % PARTS ? 1 : 0);
    }

    Result run() {
      var job = asking();
      if (plan.platform() == Strange.Player.SIMULATOR) {
        site.simulator().faults().set(faults());
      }
      var written = answered(job);
      answerOne(job);
      var before = acknowledged(job);
      var reminded = reminded(job, before);
      await(() -> acknowledged(job).containsAll(heard()), "an acknowledgement is missing");
      judgeReminder(before, acknowledged(job));
      var acknowledged = acknowledged(job);
      staff.post("jobs/recall", Map.of("jobId", job));
      followed.kill(killsOfNextPart(), job);
      var recall = followed.states(job);
      judge(FIRST, recall);
      var anew = anew(job, recall);
      var group = Map.of("kind", "group", "id", oneGroup());
      staff.post("jobs/recall", Map.of("jobId", anew, "audience", List.of(group)));
      followed.kill(killsOfNextPart(), anew);
      var some = followed.states(anew);
      judge(ANEW, some);
      followed.requireInTime(plan.kills());
      return new Result(
          acknowledged.size(),
          Set.copyOf(presses.values()).size() - acknowledged.size(),
          misjudged(acknowledged),
          answersWrong(job, written),
          reminded,
          FollowedUp.count(recall, "done"),
          platform.shown(ANEW).size(),
          FollowedUp.count(some, "done"),
          wrong,
          doubled);
    }

    /** A group of some people, as either platform calls it. */
    private String oneGroup() {
      return staff.group("Engineering", "Cranes");
    }

    private String asking() {
      var form =
          Map.of(
              "markdown",
              FIRST,
              "acknowledge",
              Map.of("button", "Got it"),
              "audience",
              List.of(Map.of("kind", "group", "id", staff.group("All staff"))));
      var job = staff.post("jobs/edit", form).path("id").asText();
      staff.post("jobs/runNow", Map.of("jobId", job));
      await(() -> Kills.isOver(staff, job), "the message was not sent in time");
      return job;
    }

    /** Every fourth person presses, and a few write; what they wrote. */
    private Set<String> answered(String job) {
      var cards = platform.messageIds(FIRST);
      var readers = List.copyOf(emails.keySet());
      var pressing = IntStream.range(0, readers.size()).filter(i -> i % 4 == 0).toArray();
      var done = new AtomicInteger();
      var kills = killsOfNextPart();
      var rest = 3_500L * kills / Math.max(1, pressing.length);
      var people =
          Thread.ofVirtual()
              .start(() -> {
                for (var number : pressing) {
                  press(readers.get(number), cards);
                  done.incrementAndGet();
                  Pauses.of(Duration.ofMillis(rest));
                }
              });
      var written = new HashSet<String>();
      for (var i = 1; i <= WRITERS; i++) {
        var words = "A question of number " + i;
        written.add(words);
        platform.say(known(emails, readers.get(i)), i % plan.bots(), words);
      }
      followed.killWhile(kills, () -> pressing.length, done::get, () -> !people.isAlive());
      await(() -> !people.isAlive(), "people did not press in time");
      await(() -> acknowledged(job).containsAll(heard()), "an acknowledgement is missing");
      await(() -> texts(job).keySet().containsAll(written), "an answer is missing");
      return written;
    }

    private void press(String reader, Map<String, String> cards) {
      presses.put(platform.press(known(emails, reader), known(cards, reader), PRESSED), reader);
    }

    private static String known(Map<String, String> all, String reader) {
      return Optional.ofNullable(all.get(reader))
          .orElseThrow(() -> new TrialException("somebody got no message"));
    }

    /** Whose presses the program has confirmed. */
    private Set<String> heard() {
      var confirmed = platform.confirmed();
      return presses.entrySet().stream()
          .filter(one -> confirmed.contains(one.getKey()))
          .map(Map.Entry::getValue)
          .collect(Collectors.toSet());
    }

    private void answerOne(String job) {
      var one =
          staff.get("answers/list?kind=written&jobId=" + job).path("items").path(0).path("id");
      staff.post(
          "answers/reply",
          Map.of("answerId", one.asText(), "markdown", REPLY, "requestId", "reply"));
      await(() -> !platform.held(REPLY).isEmpty(), "nobody was answered");
    }

    private Map<String, Integer> texts(String job) {
      var texts = new HashMap<String, Integer>();
      staff
          .get("answers/list?limit=200&kind=written&jobId=" + job)
          .path("items")
          .forEach(one -> texts.merge(one.path("text").asText(), 1, Integer::sum));
      return texts;
    }

    private int answersWrong(String job, Set<String> written) {
      var texts = texts(job);
      var missing = written.stream().filter(one -> !texts.containsKey(one)).count();
      var more = texts.values().stream().mapToInt(count -> count - 1).sum();
      var replies = platform.held(REPLY).values().stream().mapToInt(List::size).sum();
      return (int) missing + more + Math.abs(replies - 1);
    }

    private Set<String> acknowledged(String job) {
      return staff.recipients(job).stream()
          .filter(one -> one.has("acknowledgedAt"))
          .map(one -> one.path("id").asText())
          .collect(Collectors.toSet());
    }

    private int misjudged(Set<String> acknowledged) {
      var pressed = Set.copyOf(presses.values());
      var heard = heard();
      return (int)
          emails.keySet().stream()
              .filter(reader ->
                  acknowledged.contains(reader)
                      ? !pressed.contains(reader)
                      : heard.contains(reader))
              .count();
    }

    /** Reminds the silent, of whom some press meanwhile; how many reminders are there. */
    private int reminded(String job, Set<String> before) {
      var reminder = copy(Map.of("jobId", job, "who", "silent"), REMINDER);
      staff.post("jobs/runNow", Map.of("jobId", reminder));
      var cards = platform.messageIds(FIRST);
      var late =
          emails.keySet().stream().filter(reader -> !before.contains(reader)).limit(20).toList();
      var people = Thread.ofVirtual().start(() -> late.forEach(reader -> press(reader, cards)));
      killWhileSent(reminder);
      await(() -> !people.isAlive(), "people did not press in time");
      return platform.held(REMINDER).size();
    }

    private String copy(Map<String, ?> form, String markdown) {
      var draft = staff.post("jobs/duplicate", form);
      staff.post(
          "jobs/edit",
          Map.of(
              "jobId",
              draft.path("id").asText(),
              "revision",
              draft.path("revision").asLong(),
              "markdown",
              markdown));
      return draft.path("id").asText();
    }

    private void killWhileSent(String job) {
      followed.killWhile(
          killsOfNextPart(),
          () -> count(job, "total"),
          () -> count(job, "sent"),
          () -> staff.job(job).path("state").asText().equals("finished"));
      await(() -> Kills.isOver(staff, job), "a message was not sent in time");
      out.printf("  %s%n", staff.job(job).path("run").path("counts"));
      out.flush();
    }

    private int count(String job, String state) {
      return staff.job(job).path("run").path("counts").path(state).asInt();
    }

    /** Whoever had acknowledged gets none, whoever never did gets one, the others at most one. */
    private void judgeReminder(Set<String> before, Set<String> after) {
      var reminders = platform.held(REMINDER);
      for (var reader : emails.keySet()) {
        var many = reminders.getOrDefault(reader, List.of()).size();
        doubled += Math.max(0, many - 1);
        var wronged = before.contains(reader) ? many > 0 : !after.contains(reader) && many == 0;
        wrong += wronged ? 1 : 0;
      }
    }

    /** Writes to exactly those from whom it was recalled. */
    private String anew(String job, Map<String, String> recall) {
      var id = followed.newest(job).path("id").asText();
      var anew = copy(Map.of("jobId", job, "who", "recalled", "recall", id), ANEW);
      staff.post("jobs/runNow", Map.of("jobId", anew));
      killWhileSent(anew);
      var held = platform.held(ANEW);
      for (var reader : emails.keySet()) {
        var many = held.getOrDefault(reader, List.of()).size();
        doubled += Math.max(0, many - 1);
        wrong += (many > 0) == "done".equals(recall.get(reader)) ? 0 : 1;
      }
      return anew;
    }

    /** What is said of each message must be so. */
    private void judge(String words, Map<String, String> states) {
      platform
          .shown(words)
          .forEach((reader, texts) ->
              wrong += FollowedUp.agrees(states.get(reader), texts.getFirst().isEmpty()) ? 0 : 1);
    }

    private void await(BooleanSupplier so, String otherwise) {
      if (!Pauses.until(so, Duration.ofMillis(200), LONGEST)) {
        throw new TrialException(otherwise + "; see " + site.portal().log());
      }
    }
  }
}
