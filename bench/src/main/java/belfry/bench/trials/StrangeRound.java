package belfry.bench.trials;

import belfry.bench.site.Judgement;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.TrialPlatform;
import belfry.bench.site.Wording;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * One message to everybody on a platform that is odd in one way, with faults on and kills in the
 * middle; counted at the platform.
 */
final class StrangeRound {
  private static final String WORDS = "The belfry rings strangely";

  /** How a card says the rest. */
  private static final List<String> ON_A_CARD =
      List.of(
          ":\n\nÄrger im \\<b>Büro\\</b> & \"Öl\" — bitte lesen: https://example.com/?a=1&b=2",
          "- eins\n- _zwei_",
          "Grüße, Ana! 🔔");

  /** What the bot wrote to everybody long before. */
  private static final List<String> HISTORY = List.of("Good morning", "Good night");

  private static final Duration LONG_AGO = Duration.ofHours(3);
  private static final Duration JUMP = Duration.ofMinutes(10);
  private static final Duration TWO_DAYS = Duration.ofDays(2);

  /** In how many seconds everybody could have the message. */
  private static final int SENDING_SECONDS = 5;

  /** About as long as the protocol looks for a message, in a trial. */
  private static final Duration LOOKING = Duration.ofSeconds(4);

  /** Longer than the platform may refuse to be looked into before a person must decide. */
  private static final Duration CURED_AFTER = Duration.ofSeconds(75);

  /** Nobody is given up yet then, in a trial neither. */
  private static final Duration REFUSED_FOR = Duration.ofMinutes(1);

  /** Whoever is accepted again is tried within a minute, and has it a moment later. */
  private static final Duration PARDONED_AFTER = REFUSED_FOR.plusMinutes(1).plusSeconds(15);

  /** One in so many may still be without it when it is refused to one in ten. */
  private static final int FEW = 4;

  /** Whoever has it, or may have it, was not waiting. */
  private static final Set<String> WENT = Set.of("sent", "held", "unknown");

  /** A directory cannot be waited out. */
  private static final Duration DIRECTORY_CURED_AFTER = Duration.ofSeconds(8);

  /** A group that was just read is not read again for a minute. */
  private static final Duration BEFORE_ANOTHER_TRY = Duration.ofSeconds(20);

  private static final Duration LONGEST = Duration.ofMinutes(8);

  private final Oddity oddity;
  private final Site site;
  private final TrialPlatform platform;
  private final Staff staff;
  private final int people;
  private final Wording wording;
  private final WaveAuthor author;
  private final RandomGenerator random;
  private final List<String> broken = new ArrayList<>();
  private boolean met;

  /**
   * What came of it.
   *
   * @param kills how often the program was killed
   * @param asked whether a person was asked whether this is the audience
   * @param outlasted whether the job was over only when the platform was as usual again
   * @param met whether its manner came about
   * @param broken what did not hold of those who are refused for a minute, and of the others
   */
  record Result(
      Judgement judgement,
      int kills,
      boolean asked,
      boolean outlasted,
      boolean met,
      List<String> broken) {
    boolean satisfies(Oddity.Demand demand) {
      return broken.isEmpty() && satisfiesOtherwise(demand);
    }

    private boolean satisfiesOtherwise(Oddity.Demand demand) {
      return switch (demand) {
        case DECIDED -> judgement.decided();
        case SOUND -> judgement.sound();
        case HONEST -> judgement.honest();
        case NOTHING -> true;
      };
    }

    @Override
    public String toString() {
      var words = new StringBuilder("%d kills, %s".formatted(kills, judgement));
      words.append(asked ? ", people were asked about the audience" : "");
      words.append(outlasted ? ", over only when it had passed" : "");
      broken.forEach(one -> words.append(", ").append(one));
      return words.append(met ? "" : ", WHICH DID NOT COME ABOUT").toString();
    }
  }

  private StrangeRound(Strange.Round round, Strange.Plan plan, Site site, Staff staff) {
    oddity = round.oddity();
    this.site = site;
    this.platform = site.platform();
    this.staff = staff;
    people = plan.recipients();
    wording =
        new Wording(
            WORDS,
            rest(platform.administrator()),
            round.personal(),
            hasList(round),
            round.cards() ? Optional.of(ON_A_CARD) : Optional.empty());
    author =
        new WaveAuthor(round.waves() ? Waves.ASKS : Waves.NONE, staff, platform, WORDS, () -> {});
    random = RandomGeneratorFactory.of("L64X128MixRandom").create(plan.seed());
  }

  /** Much of it may come back in another form. */
  private static String rest(String mentioned) {
    return """
    : \s
    Ärger im <b>Büro</b> & "Öl" — bitte lesen: https://example.com/?a=1&b=2 \s

    * eins \s
    * *zwei*

    Grüße, <@personEmail:%s|Ana>! 🔔\
    """
            .formatted(mentioned)
        + "   ";
  }

  /** Runs the round on a platform of its own. */
  static Result run(Strange.Round round, Strange.Plan plan) {
    var platform = round.player().open(plan.recipients(), plan.seed(), plan.bots());
    try (var site = Site.open(plan.database(), platform, Kills.SPEED, plan.bots());
        var staff = new Staff(site.portal().address())) {
      return new StrangeRound(round, plan, site, staff).run(round.kills());
    }
  }

  private Result run(int kills) {
    prepare();
    var audience = audience();
    platform.behave(oddity.manners());
    var begun = System.nanoTime();
    var first = sent(audience);
    first.ifPresent(job -> disturb(job, kills));
    var inTime = Pauses.until(() -> first.filter(this::isOver).isPresent(), left(begun, cure()));
    var asked = first.filter(job -> !isAsked(job)).isEmpty();
    if (oddity.event() != Oddity.Event.PARDON) {
      end();
    } else if (first.isPresent() && !inTime) {
      broken.add("whom it had refused did not have it within %s".formatted(PARDONED_AFTER));
    }
    var last = asked ? sentAgain(first, audience, begun) : first.orElseThrow();
    if (first.isEmpty()) {
      disturb(last, kills);
    }
    Pauses.until(() -> isSent(last), left(begun, LONGEST));
    Pauses.until(() -> platform.pending() == 0, Duration.ofMinutes(1));
    if (platform.defects() > 0) {
      throw new TrialException("the second platform itself has failed; see its log");
    }
    if (oddity.demand() != Oddity.Demand.NOTHING) {
      author.requireAsked();
    }
    var judgement = Judgement.of(staff, last, platform, wording, recipients(audience));
    return new Result(judgement, kills, asked, !inTime, met, List.copyOf(broken));
  }

  private Duration cure() {
    if (oddity.event() == Oddity.Event.PARDON) {
      return PARDONED_AFTER;
    }
    return isAboutTheDirectory() ? DIRECTORY_CURED_AFTER : CURED_AFTER;
  }

  /** The platform is as usual from now on. */
  private void end() {
    // Of all together each comes about seldom, and some not at all.
    met =
        oddity.manners().size() != 1
            || platform.applied().keySet().containsAll(oddity.manners().keySet());
    platform.behave(Map.of());
  }

  /** Whom it refused is taken from now on; everybody else has the message. */
  private void pardon(String job) {
    var all = staff.recipients(job);
    var without =
        all.stream()
            .map(one -> one.path("state").asText())
            .filter(state -> !WENT.contains(state))
            .toList();
    end();
    if (without.size() > all.size() / FEW || without.contains("pending")) {
      broken.add("others waited with those it refused: " + without);
    }
  }

  /** Empty where the portal says at once that it does not know whom to send it to. */
  private Optional<String> sent(List<Map<String, Object>> audience) {
    try {
      return Optional.of(staff.send(wording, audience, goesOutside(), author.firstWave()));
    } catch (Staff.Declined declined) {
      if (declined.field().equals("audience")) {
        return Optional.empty();
      }
      throw declined;
    }
  }

  /** As somebody does who is asked about the audience, until it is as it should be. */
  private String sentAgain(Optional<String> asked, List<Map<String, Object>> audience, long begun) {
    var last = asked;
    while (last.filter(job -> !isAsked(job)).isEmpty()) {
      if (left(begun, LONGEST).isZero()) {
        throw new TrialException("nobody may be sent to, though the directory is cured");
      }
      last.ifPresent(staff::cancel);
      Pauses.of(BEFORE_ANOTHER_TRY);
      var next = sent(audience);
      Pauses.until(
          () -> next.isEmpty() || next.filter(this::isOver).isPresent(), left(begun, LONGEST));
      last = next;
    }
    return last.orElseThrow();
  }

  private void disturb(String job, int kills) {
    var begun = System.nanoTime();
    for (var step : steps(job, kills)) {
      Pauses.of(left(begun, step.at));
      step.what.run();
      author.look(job);
    }
  }

  private void prepare() {
    platform.jump(LONG_AGO.negated());
    HISTORY.forEach(words -> platform.intrude(Wording.of(words), people));
    platform.jump(LONG_AGO);
    if (oddity.event() == Oddity.Event.TWO_DAYS) {
      platform.intrude(wording, people);
      platform.jump(TWO_DAYS);
    }
    platform.permit(Math.max(1.0, (double) people / SENDING_SECONDS));
    platform.stumble();
    site.portal().start();
    staff.signIn(platform);
  }

  /** A directory that is odd may not know whose an address is, so that nothing is said of them. */
  private boolean hasList(Strange.Round round) {
    return round.personal() && oddity.audience() == Oddity.Audience.GROUP && !isAboutTheDirectory();
  }

  private List<Map<String, Object>> audience() {
    var group = Map.<String, Object>of("kind", "group", "id", staff.group("All staff"));
    return switch (oddity.audience()) {
      case GROUP -> wording.listed() ? List.of(staff.desks(platform), group) : List.of(group);
      case ADDRESSES -> List.of(Map.of("kind", "list", "emails", platform.addresses()));
      case GROUP_AND_OUTSIDE ->
          List.of(group, Map.of("kind", "list", "emails", platform.outside()));
      case GROUP_AND_SPACES -> {
        var audience = new ArrayList<>(List.of(group));
        staff
            .spacesBut(platform.closedSpaces())
            .forEach(id -> audience.add(Map.of("kind", "space", "id", id)));
        yield audience;
      }
    };
  }

  private boolean goesOutside() {
    return oddity.audience() == Oddity.Audience.GROUP_AND_OUTSIDE;
  }

  /** Group and lists stand for all people; each space, and each of those outside, for itself. */
  private int recipients(List<Map<String, Object>> audience) {
    var outside = goesOutside() ? platform.outside().size() : 0;
    return people
        + outside
        + (int) audience.stream().filter(entry -> "space".equals(entry.get("kind"))).count();
  }

  /** What is done so long after the beginning. */
  private record Step(Duration at, Runnable what) {}

  private List<Step> steps(String job, int kills) {
    var steps = new ArrayList<Step>();
    var sending = Duration.ofSeconds(SENDING_SECONDS);
    for (var kill = 0; kill < kills; kill++) {
      steps.add(new Step(within(sending.plus(LOOKING)), this::restart));
    }
    var middle = sending.dividedBy(2);
    switch (oddity.event()) {
      case NONE, TWO_DAYS -> {}
      case CLOCK_AHEAD -> steps.add(new Step(middle, () -> platform.jump(JUMP)));
      case CLOCK_BACK -> steps.add(new Step(middle, () -> platform.jump(JUMP.negated())));
      case STRANGER -> steps.add(new Step(middle, () -> platform.intrude(wording, people / 2)));
      case ANOTHER_BOT -> {
        steps.add(new Step(middle, () -> restartAs(1)));
        steps.add(new Step(sending.plus(LOOKING), () -> restartAs(0)));
      }
      case PARDON -> steps.add(new Step(REFUSED_FOR, () -> pardon(job)));
    }
    steps.sort(Comparator.comparing(Step::at));
    return steps;
  }

  private Duration within(Duration time) {
    return Duration.ofMillis(random.nextLong(300, time.toMillis()));
  }

  private void restart() {
    site.portal().kill();
    site.portal().start();
  }

  private void restartAs(int bot) {
    site.portal().kill();
    site.useBot(bot);
    site.portal().start();
  }

  private boolean isOver(String job) {
    return isSent(job) || isAsked(job);
  }

  private boolean isSent(String job) {
    author.look(job);
    return Kills.isOver(staff, job);
  }

  /** The question about a first wave is not about the audience. */
  private boolean isAsked(String job) {
    var run = staff.job(job).path("run");
    return run.has("question") && !run.path("firstWave").path("state").asText().equals("through");
  }

  private boolean isAboutTheDirectory() {
    var about = platform.manners();
    return oddity.manners().keySet().stream()
        .anyMatch(name -> about.get(name) == TrialPlatform.About.DIRECTORY);
  }

  private static Duration left(long begun, Duration whole) {
    var left = whole.minusNanos(System.nanoTime() - begun);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
