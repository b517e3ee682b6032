package belfry.people.audience;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.people.audience.Audiences.Receiver;
import belfry.people.directory.Addresses;
import belfry.people.directory.Addresses.Holder;
import belfry.people.directory.Person;
import belfry.people.directory.Troubles;
import belfry.platform.wire.NoAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Looks up addresses for one walk, page by page, and each once. Once nothing of a page was
 * answered, nor whom the platform certainly knows, nobody found within a week is asked about again,
 * because each question may take as long as a time-out.
 */
final class LookUps {
  private final Audiences.Parts parts;
  private final Addresses addresses;
  private final App app;
  private final boolean trusting;
  private final boolean toSend;
  private final Instant begun;

  /** Those that were looked up, and those outside about whom the platform was asked. */
  private final Set<String> looked = new HashSet<>();

  private final Set<String> confirmed = new HashSet<>();
  private final List<String> nobody = new ArrayList<>();
  private boolean silentOutside;

  /** Those that nobody has, or of which it was not said who does; the others are stored. */
  private final Map<String, Holder> without = new HashMap<>();

  private Duration believed;
  private boolean silent;
  private boolean former;

  LookUps(Audiences.Parts parts, App app, Receiver receiver, Instant now) {
    this.parts = parts;
    addresses = parts.addresses();
    begun = now;
    this.app = app;
    trusting = receiver.isTrusting();
    // What was sent stays with whom it went to, so a recall goes by what was known.
    toSend = receiver.isAskedFirst();
    believed = toSend ? Addresses.TO_SEND : Addresses.TO_SEE;
  }

  /** Whose these are; where the platform does not say it, and that has to do, whose they were. */
  SequencedMap<String, Holder> of(List<String> page) {
    var found = lookedUp(page);
    if (toSend) {
      confirm(Audiences.Unresolved.of(found).nobody());
    }
    return found;
  }

  private SequencedMap<String, Holder> lookedUp(List<String> page) {
    var wanted = page.stream().map(Person::address).distinct().toList();
    var fresh = wanted.stream().filter(email -> !without.containsKey(email)).toList();
    var enough = looked.containsAll(fresh) ? Addresses.TO_SEE : believed;
    looked.addAll(fresh);
    var answers = addresses.resolve(app, fresh, fresh.size(), enough);
    answers.forEach((email, one) -> {
      if (one.known().isEmpty()) {
        without.put(email, one);
      }
    });
    if (!answers.isEmpty() && answers.values().stream().allMatch(LookUps::isUnanswered)) {
      heardNothing();
    }
    var found = new LinkedHashMap<String, Holder>();
    wanted.forEach(email -> {
      var one =
          Optional.ofNullable(without.get(email))
              .orElseGet(() -> Objects.requireNonNull(answers.get(email)));
      found.put(email, trusting && one instanceof Holder.Open open ? formerly(open) : one);
    });
    return found;
  }

  /**
   * Looks up a page of those that are taken later: what is answered for one address may show that
   * another has passed on, and a later list may know somebody by another address.
   */
  void first(List<String> page) {
    if (!silent) {
      nobody.addAll(Audiences.Unresolved.of(lookedUp(page)).nobody());
    }
  }

  /** Asks at once about those of them who are outside: two may have exchanged their addresses. */
  void confirmFirst() {
    confirm(nobody);
    nobody.clear();
  }

  /**
   * Nobody waits for that: without an answer it goes by whom they meant, and after the first that
   * is not answered nobody else is asked about.
   */
  private void confirm(List<String> nobody) {
    var unasked = nobody.stream().filter(confirmed::add).toList();
    if (!silent && !silentOutside && !unasked.isEmpty()) {
      silentOutside = !parts.outside().confirm(app, unasked);
    }
  }

  /** Whom these mean to this walk, of an audience that may be for people outside as well. */
  SequencedMap<String, Holder> chosen(Audience audience, SequencedMap<String, Holder> found) {
    return Audiences.Parts.chosen(
        audience, found, toSend ? parts.outside()::having : parts.outside()::remembered);
  }

  /** Whether it is for sending, so that an address is whoever has it by then. */
  boolean isToSend() {
    return toSend;
  }

  /**
   * Those of these addresses outside of which the platform has said during this walk whose they
   * are.
   */
  Set<String> told(List<String> emails) {
    return parts.outside().told(emails, begun);
  }

  /** Whoever trusts goes on, so it matters whether the platform is away or does not know these. */
  private void heardNothing() {
    if (!silent && (!trusting || addresses.distrust(app).isPresent())) {
      silent = true;
      believed = Addresses.TO_SEE;
    }
  }

  private static boolean isUnanswered(Holder found) {
    return found instanceof Holder.Open(var why, _) && !NoAnswer.isOtherPeople(why);
  }

  private Holder formerly(Holder.Open open) {
    former |= open.former().isPresent();
    return open.former().<Holder>map(Holder.Known::new).orElse(open);
  }

  /** Whether the platform does not answer. */
  boolean isSilent() {
    return silent;
  }

  /** What to say if it goes by whose they were. */
  Optional<Phrase> note() {
    return former ? Optional.of(Troubles.FOUND_BEFORE) : Optional.empty();
  }
}
