package belfry.delivery;

import belfry.apps.App;
import belfry.messages.MessageText;
import belfry.messages.PersonalText;
import belfry.messages.PersonalValues;
import belfry.people.Audiences;
import belfry.people.PersonDetails;
import belfry.people.Target;
import belfry.runs.Reasons;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives each of an audience the values that a run's text asks for, on their way into the ledger.
 * Whoever has none of a value, or too long a message with theirs, is left out and counted, so that
 * a person is asked before anything is sent.
 */
final class PersonalAudience implements Audiences.Receiver {
  private static final String FIRST_NAME = PersonalText.key("firstName");
  private static final String LAST_NAME = PersonalText.key("lastName");
  private static final String NAME = PersonalText.key("name");
  private static final String EMAIL = PersonalText.key("email");

  private final App app;
  private final PersonalText text;
  private final PersonDetails details;
  private final Sink rows;
  private final Map<String, Long> leftOut = new LinkedHashMap<>();

  /** Where those who are ready go. */
  interface Sink extends Audiences.Receiver {
    void leftOut(List<Target> page, String reason);
  }

  /** The platform does not tell what it is asked of people, so nobody knows what to say to them. */
  static final class Unanswered extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unanswered(String why) {
      super(why);
    }
  }

  PersonalAudience(App app, PersonalText text, PersonDetails details, Sink rows) {
    this.app = app;
    this.text = text;
    this.details = details;
    this.rows = rows;
  }

  /** How many were left out, by why. */
  Map<String, Long> leftOut() {
    return leftOut;
  }

  @Override
  public void noAccount(List<String> emails) {
    rows.noAccount(emails);
  }

  @Override
  public void targets(List<Target> page) {
    var known = details(page);
    var ready = new ArrayList<Target>(page.size());
    var out = new LinkedHashMap<String, List<Target>>();
    for (var target : page) {
      var filled = with(target, known.getOrDefault(target.id(), PersonDetails.Details.NONE));
      fault(filled)
          .ifPresentOrElse(
              reason -> out.computeIfAbsent(reason, _ -> new ArrayList<>()).add(filled),
              () -> ready.add(filled));
    }
    rows.targets(ready);
    out.forEach((reason, targets) -> {
      rows.leftOut(targets, reason);
      leftOut.merge(reason, (long) targets.size(), Long::sum);
    });
  }

  private Map<String, PersonDetails.Details> details(List<Target> page) {
    var asked = page.stream().filter(this::isAsked).map(Target::id).toList();
    if (asked.isEmpty()) {
      return Map.of();
    }
    return switch (details.of(app, asked)) {
      case PersonDetails.Known.All(var byId) -> byId;
      case PersonDetails.Known.Unanswered(var why) -> throw new Unanswered(why);
    };
  }

  /** Whether the text says something of them that is not known without a question. */
  private boolean isAsked(Target target) {
    var names = text.names().keySet();
    var own = text.used(target.values()).byKey().keySet();
    return target.kind() == Target.Kind.PERSON
        && (isAsked(names, own, FIRST_NAME)
            || isAsked(names, own, LAST_NAME)
            || (target.email().isEmpty() && isAsked(names, own, EMAIL)));
  }

  private static boolean isAsked(Set<String> names, Set<String> own, String key) {
    return names.contains(key) && !own.contains(key);
  }

  /** What a list says of somebody goes before what the platform says. */
  private Target with(Target target, PersonDetails.Details known) {
    var values = new LinkedHashMap<>(text.used(target.values()).byKey());
    var email = target.email().isEmpty() ? known.email() : target.email();
    var told =
        text.used(
            Map.of(
                FIRST_NAME, known.firstName(),
                LAST_NAME, known.lastName(),
                NAME, target.name(),
                EMAIL, target.kind() == Target.Kind.PERSON ? email : ""));
    told.byKey().forEach(values::putIfAbsent);
    return new Target(target.kind(), target.id(), target.name(), email, values);
  }

  private Optional<String> fault(Target target) {
    var values = new PersonalValues(target.values());
    var missing = text.missing(values);
    if (!missing.isEmpty()) {
      return Optional.of(Reasons.noValue(missing));
    }
    var bytes = text.filled(values).getBytes(StandardCharsets.UTF_8).length;
    return bytes > MessageText.MOST_BYTES
        ? Optional.of(Reasons.TOO_LONG_FOR_THEM.words())
        : Optional.empty();
  }
}
