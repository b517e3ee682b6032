package belfry.delivery.lane;

import belfry.delivery.evidence.Evidence;
import belfry.delivery.foundation.Tuning;
import belfry.messages.Content;
import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.Posted;
import belfry.platform.ShownContent;
import belfry.platform.Space;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.SpaceId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Finding;
import belfry.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The platform's side of a simulation: an inbox for each target, a limit, a listing that lags, and
 * manners in which it gives back other things than it got. Its clock does not follow jumps of ours,
 * and jumps by itself. It does nothing that nobody could know: so it sees what has been written
 * down of it here.
 */
public final class SimulatedPlatform {
  public static final PersonRef BOT = PersonRef.of("bot", "news@webex.bot");
  private static final Duration LONGEST_LAG = Duration.ofSeconds(30);

  /** What the quiet time leaves over. */
  private static final Duration MOST_LAG = Duration.ofSeconds(35);

  private final ManualTime time;
  private final List<MemoryLedger> lanes;
  private final MemoryLedger memory;
  private final RandomGenerator random;
  private final SimulatedCards cards;
  private final SimulatedRefusals refusals;
  private final Instant start;
  private final int permitted;
  private final Set<Manner> manners = EnumSet.noneOf(Manner.class);
  private final List<Message> messages = new ArrayList<>();
  private final Map<String, Instant> activity = new HashMap<>();
  private final Set<Withdrawn> withdrawn = new HashSet<>();
  private Optional<Map<String, Instant>> frozen = Optional.empty();
  private final Set<String> gone = new HashSet<>();
  private final Set<String> moved = new HashSet<>();
  private final List<SimulatedBot> bots;
  private Duration jumped = Duration.ZERO;
  private Duration stampsOff = Duration.ZERO;
  private long lastInSpace;
  private boolean listable = true;
  private boolean hiding;

  /** How it answers otherwise than one might think. */
  enum Manner {
    /** Mentions as elements, blanks at line ends gone, other line ends: the true platform's. */
    REWRITES,
    /** {@code markdown} is left out. */
    WORDS_ONLY,
    ESCAPES,
    /** Some messages come as cipher. */
    CIPHER,
    /** Some messages are shown in part. */
    CUTS,
    /** Who wrote something is told by address alone, or not at all. */
    NAMELESS,
    /** Some times cannot be read. */
    TIMELESS,
    /** Some listings are a page of somebody else's. */
    PAGES_OF_OTHERS,
    /** Some listings are empty that should not be. */
    FORGETFUL,
    /** Spaces do not say when something happened in them. */
    SILENT_SPACES,
    /** Some messages that were accepted are answered with something else. */
    STRANGE_SUCCESS,
    /** Some messages are not taken, and the answer is another message. */
    ANOTHERS_ANSWER,
    /** Some people's messages are said, and then shown, to be to another account. */
    MERGED,
    /** What is for some people or spaces is stopped on its way, and a page says so. */
    WALL,
    /** Some messages are shown as cipher once, and then not at all to whoever has seen them. */
    WITHDRAWS,
    /** Where it is not asked in all ways, some messages are left out. */
    PARTIAL,
    /** Listings lag ever more, as far as they were ever seen to. */
    LATE,
    /** Shows words that nobody would know again, once it has answered a message so. */
    OTHER_WORDS
  }

  /**
   * A message somebody got.
   *
   * @param run what only the simulation knows: the attempt's own run
   * @param by the bot that sent it
   * @param listedFrom when a listing shows it, on the monotonic clock
   */
  record Message(
      String id,
      RunId run,
      String target,
      PersonRef by,
      Content content,
      Instant created,
      long listedFrom) {}

  /** What the owner of an epoch was shown and will not be shown again. */
  private record Withdrawn(long epoch, String message) {}

  SimulatedPlatform(
      ManualTime time,
      List<MemoryLedger> lanes,
      RandomGenerator random,
      SimulatedCards cards,
      SimulatedRefusals refusals,
      List<SimulatedBot> bots) {
    this.bots = bots;
    this.cards = cards;
    this.refusals = refusals;
    this.time = time;
    this.lanes = lanes;
    memory = lanes.getFirst();
    this.random = random;
    start = time.now();
    permitted = random.nextBoolean() ? random.nextInt(4, 20) : random.nextInt(20, 400);
    if (random.nextBoolean()) {
      for (var manner : Manner.values()) {
        if (random.nextInt(4) == 0) {
          manners.add(manner);
        }
      }
      if (manners.contains(Manner.WALL)) {
        // Five attempts with ten minutes between them tell nothing more than with one.
        manners.remove(Manner.LATE);
      }
      stampsOff = Duration.ofSeconds(random.nextInt(-50, 50));
    }
  }

  /** As its answers are dated. */
  Instant now() {
    return start.plus(jumped).plusNanos(time.nanos());
  }

  /** As its messages are dated. */
  Instant stamp() {
    return now().plus(stampsOff);
  }

  /** Its clock jumps, back or forth. */
  void jump(Duration by) {
    jumped = by;
  }

  Duration jumped() {
    return jumped;
  }

  List<Message> messages() {
    return messages;
  }

  /** Whoever has this id cannot be written to. */
  void remove(String target) {
    gone.add(target);
  }

  /** Whether nothing is ever taken for it. */
  boolean isHopeless(String target) {
    return gone.contains(target) || refusals.isForEver(target);
  }

  boolean refusesAlone() {
    return refusals.areAbout();
  }

  void listable(boolean may) {
    listable = may;
  }

  boolean listable() {
    return listable;
  }

  /** Listings show nothing any more of what the bot wrote, or show it again. */
  void hiding(boolean hides) {
    hiding = hides;
  }

  boolean isHiding() {
    return hiding;
  }

  /** Spaces tell nothing any more of what happens in them, or all of it. */
  void freeze(boolean freezes) {
    frozen = freezes ? frozen.or(() -> Optional.of(Map.copyOf(activity))) : Optional.empty();
  }

  boolean isLate() {
    return manners.contains(Manner.LATE);
  }

  boolean isFrozen() {
    return frozen.isPresent();
  }

  /** When a message to a space last came, on the monotonic clock. */
  long lastInSpace() {
    return lastInSpace;
  }

  /** Somebody else writes into a space. */
  void chatter(String target) {
    activity.put(target, stamp());
  }

  /** Another program sends other words as the same bot, or ours with another card. */
  void intrude(String target) {
    var bot = bots.get(SimulatedBot.numberFor(target, bots.size()));
    var thanks = new ShownContent("Thank you, noted.", "Thank you, noted.", "", 0, true);
    bot.strange()
        .add(
            new Posted(
                "x" + bot.strange().size() + "-" + target,
                SpaceId.parse("room-" + target),
                bot.now(),
                cards.another(SimulatedWords.of(0)).orElse(thanks),
                Optional.of(stamp())));
  }

  /** A message comes in. */
  Outcome post(RunId run, String target, PersonRef by, Content content) {
    var bot = bots.stream().filter(one -> one.isOne(by)).findFirst().orElseThrow();
    if (!bot.tokenWorks()) {
      return new Outcome.Unauthorized("token revoked");
    }
    var alone = refusals.of(target, time.nanos());
    if (alone.isPresent()) {
      return alone.get();
    }
    if (!bot.mayPost(time, permitted)) {
      return new Outcome.Throttled(rest(bot));
    }
    if (gone.contains(target)) {
      return new Outcome.Refused(404, "Could not find a person or room");
    }
    if (manners.contains(Manner.WALL) && oneIn(5, target)) {
      return new Outcome.Unreadable("status 403 without JSON");
    }
    if (happens(Manner.ANOTHERS_ANSWER, 10)) {
      var answer = anothers(bot, target);
      if (answer.isPresent()) {
        return answer.get();
      }
    }
    var id = "m" + messages.size();
    var message = new Message(id, run, target, by, content, stamp(), time.nanos() + lag(bot));
    messages.add(message);
    lastInSpace = target.startsWith("s") ? time.nanos() : lastInSpace;
    chatter(target);
    if (isMerged(target)) {
      return new Outcome.Unreadable("a message to somebody else", id);
    }
    return happens(Manner.STRANGE_SUCCESS, 10)
        ? new Outcome.Unreadable("status 200 without JSON", random.nextBoolean() ? id : "")
        : accepted(bot, id, target, answered(content, id));
  }

  private Outcome accepted(SimulatedBot bot, String id, String target, ShownContent shown) {
    return new Outcome.Accepted(
        id,
        SpaceId.parse("room-" + target),
        "",
        Optional.empty(),
        bot.now(),
        shown,
        Optional.of(stamp()));
  }

  /**
   * An answer that is about another message: nobody could know it of one that is nowhere on record.
   */
  private Optional<Outcome> anothers(SimulatedBot bot, String target) {
    var others =
        bot.strange().stream()
            .filter(message -> !SimulatedWords.areOurs(message.content().markdown()))
            .toList();
    if (random.nextInt(4) == 0 && !others.isEmpty()) {
      var one = others.get(random.nextInt(others.size()));
      return Optional.of(accepted(bot, one.id(), target, one.content()));
    }
    if (messages.isEmpty()) {
      return Optional.empty();
    }
    var one = messages.get(random.nextInt(messages.size()));
    if (!one.target().equals(target) && random.nextBoolean()) {
      return Optional.of(new Outcome.Unreadable("a message to somebody else", one.id()));
    }
    return memory.isRecorded(one.id())
        ? Optional.of(accepted(bot, one.id(), target, answered(one.content(), one.id())))
        : Optional.empty();
  }

  /** What an answer has named is on record, and only now under another account's name. */
  void named(RunId run, String target, String id) {
    messages.stream()
        .filter(one -> one.id().equals(id) && one.run().equals(run))
        .filter(one -> one.target().equals(target) && isMerged(target))
        .forEach(one -> moved.add(one.id()));
  }

  private boolean isMerged(String target) {
    return manners.contains(Manner.MERGED) && target.startsWith("p") && oneIn(5, target);
  }

  /** A listing that lags more than was ever seen or is to be expected is like one that is empty. */
  private long lag(SimulatedBot bot) {
    if (manners.contains(Manner.LATE)) {
      var most = MOST_LAG.plus(grown(bot)).toNanos();
      return random.nextBoolean() ? 0 : random.nextLong(most * 4 / 5, most);
    }
    return random.nextInt(10) > 0 ? 0 : random.nextLong(LONGEST_LAG.toNanos());
  }

  /** By how much longer the quiet time is than it was at first. */
  private Duration grown(SimulatedBot bot) {
    var times = Tuning.PRODUCTION;
    var twice = lanes.get(bots.indexOf(bot)).kept().lag().multipliedBy(2);
    var late = twice.compareTo(times.longestQuiet()) < 0 ? twice : times.longestQuiet();
    var grown = late.minus(times.quiet());
    return grown.isNegative() ? Duration.ZERO : grown;
  }

  private boolean happens(Manner manner, int oneIn) {
    return manners.contains(manner) && random.nextInt(oneIn) == 0;
  }

  /** As {@code RetryAfter} reads it: mostly the truth, else what defects of the header become. */
  private Optional<Duration> rest(SimulatedBot bot) {
    return switch (random.nextInt(12)) {
      case 0, 1 -> Optional.empty();
      case 2 -> Optional.of(Duration.ofSeconds(1));
      case 3 -> Optional.of(Duration.ofSeconds(random.nextInt(1, 120)));
      default -> Optional.of(bot.untilWindowEnds(time).plusSeconds(1));
    };
  }

  private ShownContent answered(Content content, String id) {
    return manners.contains(Manner.OTHER_WORDS)
        ? inBoth(content)
        : cards.answered(shown(content, id), content);
  }

  /** In the words that were given, and in others. */
  private static ShownContent inBoth(Content content) {
    var otherwise = otherwise(content);
    return new ShownContent(
        "", content.markdown() + " " + otherwise.html(), otherwise.html(), otherwise.files(), true);
  }

  private ShownContent listed(Message message) {
    var otherwise = otherwise(message.content());
    return manners.contains(Manner.OTHER_WORDS)
            && memory
                .echo(message.run())
                .filter(echo ->
                    echo.html().equals(otherwise.html()) || memory.isPersonal(message.run()))
                .isPresent()
        ? otherwise
        : cards.listed(shown(message.content(), message.id()), message.content(), message.id());
  }

  private static ShownContent otherwise(Content content) {
    var words = new StringBuilder(content.markdown()).reverse().toString();
    return new ShownContent("", "", words, content.attachment().isPresent() ? 1 : 0, true);
  }

  /** What it makes of a content; of one message always the same. */
  private ShownContent shown(Content content, String id) {
    var files = content.attachment().isPresent() ? 1 : 0;
    var words = content.markdown().replace("<@all>", "All");
    if (oneIn(4, id) && manners.contains(Manner.CIPHER)) {
      return cipher(id);
    }
    if (oneIn(3, id) && manners.contains(Manner.CUTS)) {
      return new ShownContent("", words.substring(0, words.length() / 2) + "…", "", files, true);
    }
    if (manners.contains(Manner.WORDS_ONLY)) {
      return new ShownContent("", words.strip(), "", files, true);
    }
    var markdown = content.markdown();
    if (manners.contains(Manner.REWRITES)) {
      markdown =
          markdown
              .replace(
                  "<@all>", "<spark-mention data-object-type=\"groupMention\">All</spark-mention>")
              .replaceAll(" +\n", "\r\n");
    }
    if (manners.contains(Manner.ESCAPES)) {
      markdown = markdown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
    return new ShownContent(markdown, words, "", files, true);
  }

  private static ShownContent cipher(String id) {
    return new ShownContent("", "eyJhbGciOiJkaXIi.." + id + ".y.z", "", 0, false);
  }

  private static boolean oneIn(int share, String id) {
    return Math.floorMod(id.hashCode(), share) == 0;
  }

  /** The 1:1 room of the bot whose token asks, as it is listed now, newest first. */
  private List<Posted> direct(SimulatedBot bot, String target) {
    var listed = new ArrayList<Posted>();
    messages.stream()
        .filter(message -> message.target().equals(target) && message.by().equals(bot.now()))
        .filter(message -> message.listedFrom() <= time.nanos() && !hiding)
        .filter(message -> !moved.contains(message.id()))
        .map(this::posted)
        .forEach(listed::add);
    bot.strange().stream()
        .filter(message -> message.roomId().equals(SpaceId.parse("room-" + target)))
        .forEach(listed::add);
    listed.sort(
        Comparator.comparing((Posted one) -> one.created().orElse(Instant.EPOCH)).reversed());
    return listed;
  }

  private Posted posted(Message message) {
    var nameless = manners.contains(Manner.NAMELESS);
    var author =
        nameless
            ? PersonRef.of("", oneIn(3, message.id()) ? "" : message.by().email())
            : message.by();
    var timeless = manners.contains(Manner.TIMELESS) && oneIn(3, message.id());
    var to = moved.contains(message.id()) ? "merged" : message.target();
    return new Posted(
        message.id(),
        SpaceId.parse("room-" + message.target()),
        author,
        PersonRef.of(to, ""),
        listed(message),
        timeless ? Optional.empty() : Optional.of(message.created()));
  }

  /** Answers the owner of an epoch, who asks with the token of a bot. */
  Finding look(SimulatedBot bot, Wire.Question question, long epoch) {
    if (!bot.tokenWorks()) {
      return new Finding.Unanswered("the token is refused");
    }
    if (!listable) {
      return new Finding.NotListable("not allowed");
    }
    if (random.nextInt(20) == 0) {
      return new Finding.Throttled(Duration.ofSeconds(random.nextInt(1, 10)));
    }
    if (happens(Manner.PAGES_OF_OTHERS, 3)) {
      return new Finding.Unreadable("status 200 without JSON");
    }
    var named = question.named().flatMap(id -> named(bot, id));
    if (named.isPresent()) {
      return new Finding.Named(named.get());
    }
    if (question.kind() == Target.Kind.SPACE) {
      return Evidence.inSpace(
          space(question.target()),
          question.dated(),
          question
              .control()
              .map(control -> new Evidence.Moved(space(control.target()), control.created())));
    }
    var control =
        question
            .control()
            .flatMap(one ->
                direct(bot, one.target()).stream()
                    .filter(posted -> posted.id().equals(one.messageId()))
                    .findFirst());
    var readings = question.decisive() ? 3 : 1;
    var messagesNow =
        happens(Manner.FORGETFUL, (int) Math.pow(20, readings))
            ? Collections.<Posted>emptyList()
            : direct(bot, question.target());
    return new Finding.Listed(shownTo(epoch, question, messagesNow), control);
  }

  private Optional<Posted> named(SimulatedBot bot, String id) {
    var posted =
        messages.stream()
            .filter(
                message -> message.by().equals(bot.now()) && message.listedFrom() <= time.nanos())
            .map(this::posted);
    return Stream.concat(posted, bot.strange().stream())
        .filter(one -> one.id().equals(id))
        .findFirst();
  }

  private List<Posted> shownTo(long epoch, Wire.Question question, List<Posted> all) {
    var listed = new ArrayList<Posted>();
    for (var one : all) {
      if (manners.contains(Manner.WITHDRAWS) && oneIn(4, one.id())) {
        if (withdrawn.add(new Withdrawn(epoch, one.id()))) {
          listed.add(
              new Posted(one.id(), one.roomId(), one.author(), cipher(one.id()), one.created()));
        }
      } else if (question.decisive()
          || !manners.contains(Manner.PARTIAL)
          || !oneIn(3, one.id() + question.target())) {
        listed.add(one);
      }
    }
    return listed;
  }

  public Space space(String target) {
    var last =
        manners.contains(Manner.SILENT_SPACES)
            ? Optional.<Instant>empty()
            : Optional.of(frozen.orElse(activity).getOrDefault(target, Instant.EPOCH));
    return new Space(new SpaceId(target), "", last, false, false);
  }
}
