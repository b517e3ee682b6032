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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Looks up addresses for one walk, page by page, and each once. Once nothing of a page was
 * answered, nor whom the platform certainly knows, nobody found within a week is asked about again,
 * because each question may take as long as a time-out.
 */
final class LookUps {
  private final Addresses addresses;
  private final App app;
  private final boolean trusting;

  /** Those that nobody has, or of which it was not said who does; the others are stored. */
  private final Map<String, Holder> without = new HashMap<>();

  private Duration believed;
  private boolean silent;
  private boolean former;

  LookUps(Addresses addresses, App app, Receiver receiver) {
    this.addresses = addresses;
    this.app = app;
    trusting = receiver.isTrusting();
    // What was sent stays with whom it went to, so a recall goes by what was known.
    believed = receiver.isAskedFirst() ? Addresses.TO_SEND : Addresses.TO_SEE;
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
    return found;
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
