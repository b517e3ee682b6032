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

  /** Those outside about whom the platform was asked. */
  private final Set<String> confirmed = new HashSet<>();

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
    var wanted = page.stream().map(Person::address).distinct().toList();
    var fresh = wanted.stream().filter(email -> !without.containsKey(email)).toList();
    var answers = addresses.resolve(app, fresh, fresh.size(), believed);
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
    if (toSend) {
      confirm(Audiences.Unresolved.of(found).nobody());
    }
    return found;
  }

  /** Nobody waits for that: without an answer the platform decides it when it is sent. */
  private void confirm(List<String> nobody) {
    var unasked = nobody.stream().filter(confirmed::add).toList();
    if (!silent && !unasked.isEmpty()) {
      parts.outside().confirm(app, unasked);
    }
  }

  /** Whom these mean to this walk, of an audience that may be for people outside as well. */
  SequencedMap<String, Holder> chosen(Audience audience, SequencedMap<String, Holder> found) {
    return Audiences.Parts.chosen(
        audience,
        found,
        emails ->
            toSend ? parts.outside().having(emails, begun) : parts.outside().remembered(emails));
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
