package belfry.jobs.checking;

import belfry.apps.App;
import belfry.base.Hash;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalValues;
import belfry.people.audience.Headcount;
import belfry.people.audience.Target;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a job's recipients were said to be when somebody agreed to send it: what the review shows
 * them, or would have shown.
 *
 * @param content the digest of what is sent
 * @param heads how many people and spaces were counted
 * @param reached how many of them get it; {@link #NOT_KNOWN} if nobody could say
 * @param salt goes into each digest of a person, so that those of two jobs cannot be compared
 * @param leftOut the digests of those whose values do not permit it, at most {@link #MOST_NAMED}
 * @param others how many more of these there are
 * @param incomplete groups of which the directory lists only some members
 * @param excepted the digests of the people whom Except named, one by one, by an address or in a
 *     list, at most {@link #MOST_NAMED}
 * @param addressed the digests of addresses that meant somebody, at most {@link #MOST_NAMED}, and
 *     of as many of Except; of each together with whom it meant; and of addresses outside the
 *     organization
 * @param said by the digest of an address, that of what whoever has it reads out of lists that may
 *     be replaced meanwhile
 * @param whom the digest of whom groups kept in Belfry and saved audiences named; empty if there
 *     are none, or if whoever agreed was not shown whom it reaches
 * @param at when it was said
 */
public record Promise(
    String content,
    long heads,
    long reached,
    String salt,
    Set<String> leftOut,
    long others,
    List<String> incomplete,
    Set<String> excepted,
    Set<String> addressed,
    Map<String, String> said,
    String whom,
    Instant at) {
  /**
   * In place of the number, while a group is read from the directory of which nobody is counted.
   */
  static final long NOT_KNOWN = -1;

  /** As many as fit into a row that is read with one job at a time. */
  public static final int MOST_NAMED = 10_000;

  /**
   * What begins so soon after it was agreed to, a minute in which it can be undone, begins at once.
   */
  private static final Duration SOON = Duration.ofSeconds(90);

  /** In place of an address: by which lists. */
  private static final String LISTS = "lists";

  /** 66 bits: that two of one audience are the same is not to be expected. */
  static final int DIGEST_LENGTH = 11;

  /** What is said of this draft now; nobody is asked for anything. */
  static Promise of(WholeCheck whole, App app, Draft draft, Headcount count, Instant now) {
    var salt = Hash.random().reveal();
    var leftOut = new HashSet<String>();
    var unnamed = new long[1];
    var lacking = new EnumMap<Target.Kind, Long>(Target.Kind.class);
    var said = new HashMap<String, String>();
    var personal = PersonalContent.of(draft.content());
    var addressed = whole.addressed(app, draft.audience(), MOST_NAMED);
    if (personal.isPersonal()) {
      // What is said of the first of somebody's addresses is what they read.
      var read = new HashMap<PersonId, Map<String, String>>();
      whole
          .said(app, draft.audience(), MOST_NAMED)
          .forEach((email, values) -> {
            var person = Optional.ofNullable(addressed.get(email));
            var theirs = person.map(one -> read.computeIfAbsent(one, _ -> values)).orElse(values);
            said.put(digest(salt, email), words(salt, email, personal.used(theirs)));
          });
      if (!said.isEmpty()) {
        said.put(digest(salt, LISTS), lists(salt, whole.replaceable(app, draft.audience())));
      }
      whole.walk(
          app,
          draft.content(),
          draft.audience(),
          new WholeCheck.Receiver() {
            @Override
            public void leftOut(LeftOut one) {
              if (one.reason().kind().isOfValues()) {
                lacking.merge(one.target().kind(), 1L, Long::sum);
                if (leftOut.size() < MOST_NAMED) {
                  leftOut.add(digest(salt, one.target().id()));
                } else {
                  unnamed[0]++;
                }
              }
            }
          });
    }
    var others = unnamed[0];
    return new Promise(
        draft.content().digest(),
        count.heads(),
        count.uncounted().isPresent()
            ? NOT_KNOWN
            : Expected.of(count, WholeCheck.Without.of(lacking), true).heads(),
        salt,
        leftOut,
        others,
        count.incomplete(),
        whole.excepted(app, draft.audience()).stream()
            .limit(MOST_NAMED)
            .map(one -> digest(salt, one.value()))
            .collect(Collectors.toSet()),
        Stream.of(
                addressed.entrySet().stream()
                    .flatMap(one -> meant(salt, one.getKey(), Set.of(one.getValue()))),
                whole.leftOutBy(app, draft.audience(), MOST_NAMED).entrySet().stream()
                    .flatMap(one -> meant(salt, one.getKey(), one.getValue())),
                outside(salt, draft, count))
            .flatMap(digests -> digests)
            .collect(Collectors.toSet()),
        said,
        "",
        now);
  }

  private static Stream<String> meant(String salt, String email, Set<PersonId> whom) {
    return Stream.concat(
        Stream.of(digest(salt, email)),
        whom.stream().map(person -> digest(salt, email, person.value())));
  }

  /**
   * Addresses outside the organization that were agreed to: those that nobody has in it, and those
   * of which that is not known yet. Nothing if they are too many to be named.
   */
  private static Stream<String> outside(String salt, Draft draft, Headcount count) {
    var emails = Stream.concat(count.byAddress().stream(), count.unchecked().stream()).toList();
    return draft.audience().outside() && emails.size() <= MOST_NAMED
        ? Stream.concat(Stream.of(""), emails.stream()).map(email -> outside(salt, email))
        : Stream.empty();
  }

  /** The digest of an address that may be written to outside; of none, that they are named. */
  static String outside(String salt, String email) {
    return digest(salt, "outside", email);
  }

  /** The same with the number that was shown, if that is known. */
  public Promise shown(Optional<Long> number) {
    return with(number.orElse(reached), whom);
  }

  /** The same for whoever was shown that it reaches these, as colleagues may change them. */
  public Promise comparing(String changeable) {
    return with(reached, changeable.isEmpty() ? "" : digest(salt, changeable));
  }

  private Promise with(long number, String named) {
    return new Promise(
        content,
        heads,
        number,
        salt,
        leftOut,
        others,
        incomplete,
        excepted,
        addressed,
        said,
        named,
        at);
  }

  /** Whether it was made of this state of the job, by a version that keeps promises. */
  boolean isOf(Job job) {
    return heads == job.people() + job.spaces() && content.equals(job.draft().content().digest());
  }

  /** Whether somebody has changed meanwhile whom groups and saved audiences name. */
  public boolean namedOthers(Supplier<String> changeable) {
    return !whom.isEmpty() && !whom.equals(digest(salt, changeable.get()));
  }

  /** Whether it was said of this recipient that they do not get it. */
  boolean leavesOut(String target) {
    return leftOut.contains(digest(salt, target));
  }

  /**
   * Whether this recipient was to be left out, by the id of a target, whatever Except says of them
   * by now: an address can be another person's, or somebody erased from what is stored.
   */
  public boolean excepts(String target) {
    return !excepted.isEmpty() && excepted.contains(digest(salt, target));
  }

  /** Whether it was said that this address, which nobody in the organization has, is written to. */
  public boolean agreesTo(String email) {
    return !addressed.contains(outside(salt, "")) || addressed.contains(outside(salt, email));
  }

  /** Whether this address meant somebody, and not this person, by the id of a target. */
  public boolean meantAnother(String email, String target) {
    return addressed.contains(digest(salt, email))
        && !addressed.contains(digest(salt, email, target));
  }

  /**
   * Whether it was not said of this person that they are left out, though these addresses of Except
   * mean them by now: each meant somebody else, and they were to get it.
   */
  public boolean leavesOutAnew(Set<String> emails, PersonId person) {
    return !excepts(person.value())
        && !leavesOut(person.value())
        && emails.stream().allMatch(email -> meantAnother(email, person.value()));
  }

  private static String lists(String salt, List<String> ids) {
    return digest(salt, String.join(" ", ids));
  }

  /** Whether these are the lists of then, of which each says the same for ever. */
  public boolean isOfLists(List<String> ids) {
    return lists(salt, ids).equals(said.get(digest(salt, LISTS)));
  }

  /** Whether it was said what whoever has this address reads, out of lists. */
  public boolean says(String email) {
    return !said.isEmpty() && said.containsKey(digest(salt, email));
  }

  /**
   * Whether lists said something else of this recipient, who was to get it, than these values that
   * the content uses.
   */
  public boolean saysOther(Target target, PersonalValues values) {
    return !leavesOut(target.id())
        && !words(salt, target.email(), values).equals(said.get(digest(salt, target.email())));
  }

  /**
   * How long ago that was, if it is sent because of it and not at a time that was to come: then it
   * goes to those who were counted, and the groups are not read once more.
   */
  public Optional<Duration> since(Instant now) {
    return Optional.of(Duration.between(at, now))
        .filter(since -> !since.isNegative() && since.compareTo(SOON) <= 0);
  }

  private static String words(String salt, String email, PersonalValues values) {
    return digest(salt, email + " " + new TreeMap<>(values.byKey()));
  }

  static String digest(String salt, String email, String target) {
    return digest(salt, email + " " + PlatformId.key(target));
  }

  static String digest(String salt, String target) {
    return Hash.sha256(salt + PlatformId.key(target)).substring(0, DIGEST_LENGTH);
  }
}
