package belfry.runs.recipients;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalText;
import belfry.messages.PersonalValues;
import belfry.people.audience.Target;
import belfry.people.directory.Person;
import belfry.people.directory.PersonDetails;
import belfry.platform.ids.PersonId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the values that a content's placeholders need, for each recipient. */
public final class PersonalRecipients {
  private static final String FIRST_NAME = "firstName";
  private static final String LAST_NAME = "lastName";
  private static final String NAME = "name";
  private static final String EMAIL = "email";

  /** The placeholders that can be used for every recipient. */
  public static final List<String> NAMES = List.of(FIRST_NAME, LAST_NAME, NAME, EMAIL);

  /** What only the platform can say. */
  private static final Set<String> ASKED =
      Stream.of(FIRST_NAME, LAST_NAME, EMAIL).map(PersonalText::key).collect(Collectors.toSet());

  private final App app;
  private final PersonalContent content;
  private final PersonDetails details;

  public PersonalRecipients(App app, PersonalContent content, PersonDetails details) {
    this.app = app;
    this.content = content;
    this.details = details;
  }

  /** The result for some recipients. */
  public sealed interface Filling {
    /**
     * Each recipient is in one of the two, with the values that the content uses.
     *
     * @param leftOut those who cannot get the message, by reason
     */
    record Filled(List<Target> ready, Map<String, List<Target>> leftOut) implements Filling {}

    /** The platform does not provide the values now. */
    record Unanswered(Phrase why) implements Filling {}
  }

  /** Finds the values of these recipients, for somebody who waits. */
  public Filling fill(List<Target> targets) {
    return fill(targets, true, (needed, older) -> details.of(app, needed, older));
  }

  /**
   * Likewise.
   *
   * @param stored whether their names are as they were stored once, and nobody has asked since
   */
  public Filling fill(List<Target> targets, boolean stored, PersonDetails.Patience patience) {
    return fill(targets, stored, (needed, older) -> details.of(app, needed, older, patience));
  }

  private Filling fill(
      List<Target> targets,
      boolean stored,
      BiFunction<Set<PersonId>, Set<PersonId>, PersonDetails.Known> asking) {
    var outside = outside(targets);
    var needed = ids(targets.stream().filter(this::isAsked));
    // Nobody waits for newer names of theirs: it was just asked whose the addresses are.
    targets.stream()
        .filter(this::usesParts)
        .flatMap(target -> Optional.ofNullable(outside.get(target.id())).stream())
        .forEach(person -> needed.add(person.id()));
    var older = ids(targets.stream().filter(target -> mayBeOlder(target, stored)));
    if (needed.isEmpty() && older.isEmpty()) {
      return filled(targets, Map.of(), Map.of(), outside);
    }
    older.removeAll(confirmed(targets, older));
    return switch (asking.apply(needed, older)) {
      case PersonDetails.Known.All(var byId) ->
          filled(targets, byId, details.addresses(byId.keySet()), outside);
      case PersonDetails.Known.Unanswered(var why) -> new Filling.Unanswered(why);
    };
  }

  /**
   * Those who are written to by their address though more is known of them, by the ids of these.
   */
  private Map<String, Person> outside(List<Target> targets) {
    var some =
        targets.stream()
            .filter(target -> new PersonId(target.id()).address().isPresent())
            .filter(target -> usesParts(target) || uses(target, NAME))
            .toList();
    if (some.isEmpty()) {
      return Map.of();
    }
    var called = details.called(some.stream().map(Target::email).map(Person::address).toList());
    return some.stream()
        .filter(target -> called.containsKey(Person.address(target.email())))
        .collect(
            Collectors.toMap(
                Target::id,
                target -> Objects.requireNonNull(called.get(Person.address(target.email()))),
                (one, _) -> one));
  }

  private static Set<PersonId> ids(Stream<Target> targets) {
    return targets
        .map(target -> new PersonId(target.id()))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Whoever was just found by an address has it, and the name that was shown with it. */
  private Set<PersonId> confirmed(List<Target> targets, Set<PersonId> older) {
    if (older.isEmpty()) {
      return Set.of();
    }
    var confirmed = details.confirmed(older);
    return ids(
        targets.stream()
            .filter(target -> !usesParts(target))
            .filter(target -> new PersonId(target.id()).equals(confirmed.get(target.email()))));
  }

  /** These with those of their own values that the content uses, for another message to them. */
  public List<Target> told(List<Target> targets) {
    return targets.stream()
        .map(target -> target.with(content.used(target.values()).byKey()))
        .toList();
  }

  /** What of one recipient is known without asking. */
  public sealed interface Known {
    /**
     * Their message can be written.
     *
     * @param bytes the length of its text
     * @param defaulted the defaults that they read, by name
     */
    record Ready(Target target, int bytes, Map<String, String> defaulted) implements Known {}

    /** They certainly do not get it. */
    record LeftOut(Target target, String reason) implements Known {}

    /**
     * The platform must be asked for a value first.
     *
     * @param defaulted the defaults that they read in any case, by name
     * @param open the defaults that they read if the platform has no value, by name
     * @param needed whether they do not get it if the platform has no value
     */
    record NotYet(
        Target target, Map<String, String> defaulted, Map<String, String> open, boolean needed)
        implements Known {}
  }

  /** Looks at a recipient without asking; {@code stored} is empty if nobody has asked before. */
  public Known look(Target target, Optional<PersonDetails.Details> stored) {
    var filled = with(target, target.email(), stored.orElse(PersonDetails.Details.NONE));
    if (stored.isEmpty() && isAsked(target)) {
      var missing = new LinkedHashSet<>(content.missing(new PersonalValues(filled.values())));
      var needed = missing.removeIf(name -> ASKED.contains(PersonalText.key(name)));
      return missing.isEmpty()
          ? notYet(filled, needed)
          : new Known.LeftOut(filled, Reasons.noValue(missing));
    }
    var values = new PersonalValues(filled.values());
    return fault(filled)
        .<Known>map(reason -> new Known.LeftOut(filled, reason))
        .orElseGet(() -> new Known.Ready(filled, content.bytes(values), content.defaulted(values)));
  }

  private Known notYet(Target filled, boolean needed) {
    var defaulted = content.defaulted(new PersonalValues(filled.values()));
    var open = new LinkedHashMap<>(defaulted);
    open.keySet().removeIf(name -> !ASKED.contains(PersonalText.key(name)));
    defaulted.keySet().removeAll(open.keySet());
    return new Known.NotYet(filled, defaulted, open, needed);
  }

  private Filling filled(
      List<Target> targets,
      Map<PersonId, PersonDetails.Details> known,
      Map<String, PersonId> addresses,
      Map<String, Person> outside) {
    var ready = new ArrayList<Target>(targets.size());
    var leftOut = new LinkedHashMap<String, List<Target>>();
    for (var target : targets) {
      var filled =
          Optional.ofNullable(outside.get(target.id()))
              .map(person -> called(target, person, known))
              .orElseGet(() -> with(target, known, addresses));
      fault(filled)
          .ifPresentOrElse(
              reason -> leftOut.computeIfAbsent(reason, _ -> new ArrayList<>()).add(filled),
              () -> ready.add(filled));
    }
    return new Filling.Filled(ready, leftOut);
  }

  /** They may not have the address any more, so it is all that is said of the recipient. */
  private Target called(Target target, Person person, Map<PersonId, PersonDetails.Details> known) {
    var named = new Target(target.kind(), target.id(), person.name(), target.email());
    var told = known.getOrDefault(person.id(), PersonDetails.Details.NONE);
    return target.with(with(named.with(target.values()), target.email(), told).values());
  }

  private Target with(
      Target target, Map<PersonId, PersonDetails.Details> known, Map<String, PersonId> addresses) {
    var id = new PersonId(target.id());
    var told = known.getOrDefault(id, PersonDetails.Details.NONE);
    var isMeant = told.email().isEmpty() || id.equals(addresses.get(target.email()));
    return with(target, isMeant ? target.email() : told.email(), told);
  }

  /** Whether the content needs a value of this recipient that only the platform can provide. */
  private boolean isAsked(Target target) {
    return isKnownById(target)
        && (usesParts(target) || (target.email().isEmpty() && uses(target, EMAIL)));
  }

  /** Whether the content uses a value of theirs that may have changed. */
  private boolean mayBeOlder(Target target, boolean stored) {
    return isKnownById(target)
        && (usesParts(target) || uses(target, EMAIL) || (stored && uses(target, NAME)));
  }

  private static boolean isKnownById(Target target) {
    return target.kind() == Target.Kind.PERSON && new PersonId(target.id()).address().isEmpty();
  }

  private boolean usesParts(Target target) {
    return uses(target, FIRST_NAME) || uses(target, LAST_NAME);
  }

  private boolean uses(Target target, String name) {
    var key = PersonalText.key(name);
    return content.names().containsKey(key)
        && !content.used(target.values()).byKey().containsKey(key);
  }

  /** A list's values come before the platform's. */
  private Target with(Target target, String address, PersonDetails.Details known) {
    var values = new LinkedHashMap<>(content.used(target.values()).byKey());
    var email = address.isEmpty() ? known.email() : address;
    var name = known.name().isEmpty() ? target.name() : known.name();
    var told =
        content.used(
            Map.of(
                FIRST_NAME,
                known.firstName(),
                LAST_NAME,
                known.lastName(),
                NAME,
                name,
                EMAIL,
                target.kind() == Target.Kind.PERSON ? email : ""));
    told.byKey().forEach(values::putIfAbsent);
    return new Target(target.kind(), target.id(), name, email, values);
  }

  private Optional<String> fault(Target target) {
    var values = new PersonalValues(target.values());
    var missing = content.missing(values);
    if (!missing.isEmpty()) {
      return Optional.of(Reasons.noValue(missing));
    }
    if (content.isTooLong(values)) {
      return Optional.of(Reasons.TOO_LONG_FOR_THEM.english());
    }
    return content.isLinked(values) ? Optional.empty() : Optional.of(Reasons.NO_ADDRESS.english());
  }
}
