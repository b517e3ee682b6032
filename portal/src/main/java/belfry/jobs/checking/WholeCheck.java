package belfry.jobs.checking;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.jobs.job.Draft;
import belfry.messages.Content;
import belfry.messages.PersonalContent;
import belfry.people.audience.Audience;
import belfry.people.audience.Audiences;
import belfry.people.audience.Headcount;
import belfry.people.audience.StoredAudience;
import belfry.people.audience.Target;
import belfry.people.audience.Unreachable;
import belfry.people.directory.PersonDetails;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.runs.recipients.PersonalRecipients;
import belfry.runs.recipients.Reasons;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Checks a draft for every single recipient, from what is stored here. Memory does not grow with
 * the size of groups, because everybody is looked at in passing.
 */
public final class WholeCheck {
  /** So many are named at once. */
  private static final int FIRST = 3;

  /** Combinations of missing values are many where a list has many columns. */
  private static final int MOST_GROUPS = 50;

  private static final Phrase OTHERS = Phrase.of("leftOut.others", "Various values are missing.");

  private static final Phrase OTHERS_DISPUTED =
      Phrase.of(
          "leftOut.othersDisputed", "Various values differ; the first list that has one counts.");

  private final Audiences audiences;
  private final StoredAudience stored;
  private final PersonDetails details;
  private final NamePages<LeftOut> names;

  public WholeCheck(Audiences audiences, StoredAudience stored, PersonDetails details, Time time) {
    names = new NamePages<>(time);
    this.audiences = audiences;
    this.stored = stored;
    this.details = details;
  }

  /** Lists of this audience whose files had lines that could not be read. */
  public List<StoredAudience.Unread> unread(App app, Audience audience) {
    return stored.unread(app, audience);
  }

  String whom(App app, Audience audience) {
    return audiences.digest(app, audiences.spelled(app, audience));
  }

  /** What colleagues can change of it, at any moment. */
  String changeable(App app, Audience audience) {
    return audiences.changeable(app, audience);
  }

  /** Whom this audience leaves out by name, by an address or in a list, as far as is known. */
  public Set<PersonId> excepted(App app, Audience audience) {
    return stored.excepted(app, audience.excluded());
  }

  /** Whom the addresses of this audience mean, of at most so many, as far as is known. */
  Map<String, PersonId> addressed(App app, Audience audience, int most) {
    return stored.addressed(app, audience, most);
  }

  /** Whom addresses of Except leave out, of at most so many, as far as is known. */
  Map<String, Set<PersonId>> leftOutBy(App app, Audience audience, int most) {
    return stored.leftOutBy(app, audience, most);
  }

  /** The keys of whom this audience leaves out by now though that was not said, if known. */
  public Set<String> leftOutAnew(App app, Audience audience, Promise promise) {
    var anew = new HashSet<String>();
    stored
        .leftOutByAddress(app, audience, Promise.MOST_NAMED)
        .forEach((person, emails) -> {
          if (promise.leavesOutAnew(emails, person)) {
            anew.add(PlatformId.key(person));
          }
        });
    return anew;
  }

  /** The lists that may be replaced meanwhile. */
  List<String> replaceable(App app, Audience audience) {
    return audiences.replaceable(app, audience, Promise.MOST_NAMED);
  }

  /** What lists that may be replaced meanwhile say of at most so many addresses, in their order. */
  SequencedMap<String, Map<String, String>> said(App app, Audience audience, int most) {
    return stored.said(app, audience, most);
  }

  /** Receives each who is chosen, once. */
  public interface Receiver {
    /**
     * Those who get it as far as is known.
     *
     * @param bytes the length of their text
     * @param defaulted the defaults that they read, by name
     */
    default void ready(Target target, int bytes, Map<String, String> defaulted) {}

    /**
     * Those of whom it is not known yet what they read, as {@link PersonalRecipients.Known.NotYet}
     * says. They are left out as well, for now.
     */
    default void notYetKnown(PersonalRecipients.Known.NotYet one) {}

    default void leftOut(LeftOut one) {}

    /** Chosen in several ways; beside all others. */
    default void twice(LeftOut one) {}

    /** Several lists have different values for them that the content uses; beside all others. */
    default void disputed(LeftOut one) {}
  }

  /** Delivers everybody who was chosen. */
  public void walk(App app, Content content, Audience audience, Receiver receiver) {
    var personal = PersonalContent.of(content);
    var recipients = new PersonalRecipients(app, personal, details);
    stored.walk(app, audience, new Looking(recipients, personal.names(), receiver));
  }

  private static final class Looking implements StoredAudience.Receiver {
    private final PersonalRecipients recipients;
    private final Map<String, String> names;
    private final Receiver receiver;

    /** Reading a reason back takes longer than finding it. */
    private final Map<String, LeftOut.Reason> reasons = new HashMap<>();

    Looking(PersonalRecipients recipients, Map<String, String> names, Receiver receiver) {
      this.recipients = recipients;
      this.names = names;
      this.receiver = receiver;
    }

    @Override
    public void recipients(List<StoredAudience.One> page) {
      for (var one : page) {
        dispute(one);
        switch (recipients.look(one.target(), one.details())) {
          case PersonalRecipients.Known.Ready(var target, var bytes, var defaulted) ->
              receiver.ready(target, bytes, defaulted);
          case PersonalRecipients.Known.LeftOut(var target, var reason) ->
              receiver.leftOut(new LeftOut(reasons.computeIfAbsent(reason, Looking::read), target));
          case PersonalRecipients.Known.NotYet open -> {
            receiver.notYetKnown(open);
            leave(LeftOut.Kind.NOT_YET_KNOWN, open.target(), LeftOut.NOT_YET_KNOWN);
          }
        }
      }
    }

    private void dispute(StoredAudience.One one) {
      var used =
          names.entrySet().stream()
              .filter(name -> one.disputed().contains(name.getKey()))
              .map(Map.Entry::getValue)
              .toList();
      if (!used.isEmpty()) {
        var why = LeftOut.DISPUTED.with("names", String.join(", ", used));
        receiver.disputed(
            new LeftOut(new LeftOut.Reason(LeftOut.Kind.DISPUTED, why), one.target()));
      }
    }

    private static LeftOut.Reason read(String reason) {
      return new LeftOut.Reason(
          kind(reason), Reasons.read(reason).orElseGet(() -> Phrase.quoted(reason)));
    }

    private static LeftOut.Kind kind(String reason) {
      if (reason.equals(Reasons.TOO_LONG_FOR_THEM.english())) {
        return LeftOut.Kind.TOO_LONG;
      }
      return reason.equals(Reasons.NO_ADDRESS.english())
          ? LeftOut.Kind.NO_LINK
          : LeftOut.Kind.NO_VALUE;
    }

    @Override
    public void twice(List<Target> page) {
      var reason = new LeftOut.Reason(LeftOut.Kind.TWICE, LeftOut.TWICE);
      page.forEach(target -> receiver.twice(new LeftOut(reason, target)));
    }

    @Override
    public void excluded(List<Target> page) {
      page.forEach(target -> leave(LeftOut.Kind.EXCLUDED, target, LeftOut.EXCLUDED));
    }

    @Override
    public void unreachable(Unreachable one) {
      leave(LeftOut.Kind.UNREACHABLE, one.target(), one.why());
    }

    @Override
    public void noAccount(List<String> emails) {
      emails.forEach(email -> leave(LeftOut.Kind.NO_ACCOUNT, Target.at(email), Reasons.NO_ACCOUNT));
    }

    @Override
    public void unchecked(List<String> emails) {
      emails.forEach(email -> leave(LeftOut.Kind.UNCHECKED, Target.at(email), LeftOut.UNCHECKED));
    }

    private void leave(LeftOut.Kind kind, Target target, Phrase why) {
      receiver.leftOut(new LeftOut(new LeftOut.Reason(kind, why), target));
    }
  }

  /**
   * How many of those who are counted do not get it because of their values, or of whom that is not
   * known yet.
   */
  record Without(long people, long spaces, long notYetKnown) {
    static final Without NONE = new Without(0, 0, 0);

    /** So many of each kind, and nothing is open. */
    static Without of(Map<Target.Kind, Long> lacking) {
      return new Without(
          lacking.getOrDefault(Target.Kind.PERSON, 0L),
          lacking.getOrDefault(Target.Kind.SPACE, 0L),
          0);
    }
  }

  /** How many get it, of those who are counted here; at most {@code most} of them are looked at. */
  Expected expected(App app, Draft draft, Headcount count, long most) {
    if (!PersonalContent.of(draft.content()).isPersonal()) {
      return Expected.of(count, Without.NONE, true);
    }
    if (count.heads() > most) {
      return Expected.of(count, Without.NONE, false);
    }
    var lacking = new Lacking();
    walk(app, draft.content(), draft.audience(), lacking);
    var without = new Without(lacking.people, lacking.spaces, lacking.notYetKnown);
    return Expected.of(count, without, true);
  }

  private static final class Lacking implements Receiver {
    private long people;
    private long spaces;
    private long notYetKnown;

    @Override
    public void leftOut(LeftOut one) {
      if (one.reason().kind().isOfValues()) {
        if (one.target().kind() == Target.Kind.SPACE) {
          spaces++;
        } else {
          people++;
        }
      }
    }

    @Override
    public void notYetKnown(PersonalRecipients.Known.NotYet one) {
      notYetKnown += one.needed() ? 1 : 0;
    }
  }

  /** Those with the same reason, and the first few of them. */
  public record Group(LeftOut.Reason reason, long count, List<Target> first) {}

  /** Who would get the longest text. */
  public record Longest(Target target, int bytes) {}

  /**
   * How many read a default, because there is no value of this name for them.
   *
   * @param open how many more may read it, because the platform was not asked about them yet
   */
  public record Defaulted(String name, String words, long count, long open) {}

  /**
   * The result for everybody.
   *
   * @param ready how many get it as far as is known
   * @param groups the others, the most numerous group first
   * @param defaulted who of those who may get it read a default, by its name
   * @param twice who of all these was chosen in several ways
   * @param disputed for whom of all these lists have different values, by the names of these
   * @param longest empty if nobody's message is known
   */
  public record Summary(
      long ready,
      List<Group> groups,
      Optional<Group> twice,
      List<Group> disputed,
      List<Defaulted> defaulted,
      Optional<Longest> longest) {}

  public Summary summary(App app, Content content, Audience audience) {
    var counting = new Counting();
    walk(app, content, audience, counting);
    return new Summary(
        counting.ready,
        Counting.sorted(counting.groups),
        Optional.of(counting.twice.group()).filter(group -> group.count > 0),
        Counting.sorted(counting.disputed),
        counting.defaulted.entrySet().stream()
            .map(one ->
                new Defaulted(
                    one.getKey(), one.getValue().words, one.getValue().count, one.getValue().open))
            .toList(),
        counting.longest);
  }

  /** Keeps the combinations of values that are met first apart; all further ones are one. */
  private static final class Grouping {
    private final Set<LeftOut.Reason> first = new HashSet<>();
    private final Phrase others;

    Grouping(Phrase others) {
      this.others = others;
    }

    LeftOut.Reason of(LeftOut.Reason reason) {
      return switch (reason.kind()) {
        case NO_VALUE, DISPUTED -> among(reason);
        case TOO_LONG,
            NO_LINK,
            NO_ACCOUNT,
            UNREACHABLE,
            EXCLUDED,
            TWICE,
            NOT_YET_KNOWN,
            UNCHECKED ->
            reason;
      };
    }

    private LeftOut.Reason among(LeftOut.Reason reason) {
      if (first.size() < MOST_GROUPS) {
        first.add(reason);
      }
      return first.contains(reason) ? reason : new LeftOut.Reason(reason.kind(), others);
    }
  }

  private static final class Counting implements Receiver {
    private final Grouping leftOut = new Grouping(OTHERS);
    private final Grouping differing = new Grouping(OTHERS_DISPUTED);
    private final Map<LeftOut.Reason, Counted> groups = new LinkedHashMap<>();
    private final Map<LeftOut.Reason, Counted> disputed = new LinkedHashMap<>();
    private final Counted twice =
        new Counted(new LeftOut.Reason(LeftOut.Kind.TWICE, LeftOut.TWICE));
    private final Map<String, Read> defaulted = new LinkedHashMap<>();
    private long ready;
    private Optional<Longest> longest = Optional.empty();

    /** The default of a name, how many read it, and how many more may. */
    private static final class Read {
      private final String words;
      private long count;
      private long open;

      Read(String words) {
        this.words = words;
      }
    }

    private static final class Counted {
      private final LeftOut.Reason reason;
      private final List<Target> first = new ArrayList<>();
      private long count;

      Counted(LeftOut.Reason reason) {
        this.reason = reason;
      }

      void add(Target target) {
        count++;
        if (first.size() < FIRST) {
          first.add(target);
        }
      }

      Group group() {
        return new Group(reason, count, first);
      }
    }

    @Override
    public void ready(Target target, int bytes, Map<String, String> read) {
      ready++;
      read.forEach((name, words) -> read(name, words).count++);
      if (longest.isEmpty() || bytes > longest.get().bytes()) {
        longest = Optional.of(new Longest(target, bytes));
      }
    }

    private Read read(String name, String words) {
      return defaulted.computeIfAbsent(name, _ -> new Read(words));
    }

    @Override
    public void notYetKnown(PersonalRecipients.Known.NotYet one) {
      one.defaulted().forEach((name, words) -> read(name, words).count++);
      one.open().forEach((name, words) -> read(name, words).open++);
    }

    @Override
    public void leftOut(LeftOut one) {
      add(groups, leftOut.of(one.reason()), one.target());
    }

    @Override
    public void disputed(LeftOut one) {
      add(disputed, differing.of(one.reason()), one.target());
    }

    private static void add(
        Map<LeftOut.Reason, Counted> groups, LeftOut.Reason reason, Target target) {
      groups.computeIfAbsent(reason, Counted::new).add(target);
    }

    /** The most numerous first. */
    static List<Group> sorted(Map<LeftOut.Reason, Counted> groups) {
      return groups.values().stream()
          .map(Counted::group)
          .sorted(Comparator.comparingLong(Group::count).reversed())
          .toList();
    }

    @Override
    public void twice(LeftOut one) {
      twice.add(one.target());
    }
  }

  /** Some of a group, and whether there are more. */
  public record Page(List<LeftOut> some, boolean more) {}

  /** Those of one group, after the first {@code skip} of them. */
  public Page page(App app, Content content, Audience audience, String group, int skip, int most) {
    var some =
        names.page(
            NamePages.Which.of(app, content, whom(app, audience), group),
            skip,
            most,
            (from, count) -> {
              var found = new Finding(group, from, count);
              walk(app, content, audience, found);
              return found.some;
            });
    return new Page(some.names(), some.more());
  }

  private static final class Finding implements Receiver {
    private final String group;
    private final int most;
    private final List<LeftOut> some = new ArrayList<>();
    private final Grouping leftOut = new Grouping(OTHERS);
    private final Grouping differing = new Grouping(OTHERS_DISPUTED);
    private final Map<LeftOut.Reason, Boolean> asked = new HashMap<>();
    private long skip;

    Finding(String group, long skip, int most) {
      this.group = group;
      this.skip = skip;
      this.most = most;
    }

    @Override
    public void leftOut(LeftOut one) {
      find(leftOut.of(one.reason()), one);
    }

    @Override
    public void twice(LeftOut one) {
      find(one.reason(), one);
    }

    @Override
    public void disputed(LeftOut one) {
      find(differing.of(one.reason()), one);
    }

    private void find(LeftOut.Reason reason, LeftOut one) {
      if (some.size() < most && isAsked(reason) && skip-- <= 0) {
        some.add(one);
      }
    }

    private boolean isAsked(LeftOut.Reason reason) {
      return asked.computeIfAbsent(reason, _ -> reason.group().equals(group));
    }
  }
}
