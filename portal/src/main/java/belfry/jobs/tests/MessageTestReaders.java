package belfry.jobs.tests;

import belfry.access.Access;
import belfry.access.StaffMember;
import belfry.apps.App;
import belfry.base.Phrase;
import belfry.jobs.job.Actor;
import belfry.jobs.schedule.Fault;
import belfry.messages.Content;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalValues;
import belfry.people.audience.Audience;
import belfry.people.audience.AudienceMembers;
import belfry.people.audience.Audiences;
import belfry.people.audience.Target;
import belfry.people.directory.Addresses;
import belfry.people.directory.Person;
import belfry.people.directory.PersonDetails;
import belfry.people.groups.Groups;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.runs.recipients.PersonalRecipients;
import belfry.runs.recipients.Reasons;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Finds who gets a test, and the values that it shows. */
record MessageTestReaders(
    Audiences audiences, AudienceMembers members, PersonDetails details, Access access) {

  /**
   * Who gets it.
   *
   * @param as the person of the audience whose message it is
   * @param filled each of them with the values that the message shows; empty if these are only what
   *     the platform says of them, which delivery asks for
   * @param faults what is wrong with the wish; if there are any, nobody gets it
   */
  record Resolved(
      List<Target> to, Optional<Target> as, Optional<List<Target>> filled, List<Fault> faults) {

    Audience audience() {
      return new Audience(
          to.stream()
              .<Audience.Entry>map(one -> new Audience.Person(new PersonId(one.id()), one.name()))
              .toList());
    }

    /** For the audit trail, which must not say what is written. */
    String words() {
      var ids = String.join(", ", to.stream().map(Target::id).toList());
      return "to " + ids + as.map(one -> " as " + one.id()).orElse("");
    }
  }

  /** Asks the platform what is not known here, and therefore belongs into no transaction. */
  Resolved find(Actor actor, Content content, Audience audience, MessageTestWish wish) {
    var faults = new ArrayList<Fault>();
    var to = wish.to().isEmpty() ? List.of(self(actor)) : colleagues(actor, wish.to(), faults);
    var as =
        wish.as().flatMap(reference -> reader(actor.app(), content, audience, reference, faults));
    var filled =
        as.map(one -> to.stream().map(reader -> reader.with(one.values())).toList())
            .or(() ->
                wish.as().isEmpty()
                    ? ofLists(actor.app(), content, audience, to, faults)
                    : Optional.empty());
    return new Resolved(to, as, filled, faults);
  }

  /** What the lists of the audience say of those who get the test, as when it is sent to all. */
  private Optional<List<Target>> ofLists(
      App app, Content content, Audience audience, List<Target> to, List<Fault> faults) {
    var spelled = audiences.spelled(app, audience);
    if (!PersonalContent.of(content).isPersonal() || audiences.columns(app, spelled).isEmpty()) {
      return Optional.empty();
    }
    var filled = new ArrayList<Target>();
    for (var one : to) {
      var reference = new Groups.Reference(Optional.of(one.id()), Optional.empty());
      var target =
          members.find(app, audience, reference)
                  instanceof AudienceMembers.Inclusion.Member(var member)
              ? one.with(member.values())
              : one;
      filled(app, content, target, "to", faults).ifPresent(filled::add);
    }
    return Optional.of(List.copyOf(filled));
  }

  private static Target self(Actor actor) {
    return new Target(Target.Kind.PERSON, actor.personId().value(), actor.name(), "");
  }

  private List<Target> colleagues(Actor actor, List<Groups.Reference> to, List<Fault> faults) {
    var staff = access.staff(actor.app());
    var whose =
        audiences.whose(actor.app(), to.stream().flatMap(one -> one.email().stream()).toList());
    var found = new LinkedHashMap<String, Target>();
    for (var i = 0; i < to.size(); i++) {
      var given = to.get(i);
      var field = "to[" + i + "]";
      var holder = given.email().map(email -> whose.get(Person.address(email)));
      if (holder.orElse(null) instanceof Addresses.Holder.Open) {
        faults.add(new Fault(field, AudienceMembers.NOT_SAID.with("name", name(given))));
        continue;
      }
      var reference = holder.flatMap(MessageTestReaders::person).orElse(given);
      var member =
          staff.stream()
              .filter(one ->
                  isNamed(one, reference) || (one.personId().isEmpty() && isNamed(one, given)))
              .findFirst();
      var id = member.flatMap(StaffMember::personId);
      if (id.isPresent()) {
        found.putIfAbsent(
            PlatformId.key(id.get()),
            new Target(
                Target.Kind.PERSON, id.get().value(), member.get().name(), member.get().email()));
      } else if (isNamed(actor, reference)) {
        found.putIfAbsent(PlatformId.key(actor.personId()), self(actor));
      } else if (member.isPresent()) {
        faults.add(
            new Fault(
                field,
                Phrase.of(
                    "test.notSignedIn",
                    "{{name}} has not signed in to {{app}} yet, and gets tests only after that.",
                    "name",
                    member.get().name(),
                    "app",
                    actor.app().title())));
      } else {
        faults.add(mayNotSend(field, actor.app(), name(given)));
      }
    }
    return List.copyOf(found.values());
  }

  /** Whose address is not found, as in other organizations, is whoever signed in with it. */
  private static Optional<Groups.Reference> person(Addresses.Holder holder) {
    return holder
        .known()
        .map(person -> new Groups.Reference(Optional.of(person.id().value()), Optional.empty()));
  }

  private static Fault mayNotSend(String field, App app, String name) {
    return new Fault(
        field,
        Phrase.of(
            "test.mayNotSend",
            "{{name}} may not send in {{app}}, so they get no tests. Ask an administrator to add them.",
            "name",
            name,
            "app",
            app.title()));
  }

  /** Those who have lost their role since they were found. */
  List<Fault> removed(Handle handle, Actor actor, Resolved found) {
    return found.to.stream()
        .filter(one -> !one.id().equals(actor.personId().value()))
        .filter(one -> access.roleIn(handle, actor.app(), new PersonId(one.id())).isEmpty())
        .map(one -> mayNotSend("to", actor.app(), one.name()))
        .toList();
  }

  private static boolean isNamed(StaffMember member, Groups.Reference reference) {
    return reference.email().isPresent()
        ? reference.email().filter(member.email()::equalsIgnoreCase).isPresent()
        : member
            .personId()
            .filter(id -> PlatformId.key(id.value()).equals(PlatformId.key(name(reference))))
            .isPresent();
  }

  /** Whom the configuration names by id is in the list without an address. */
  private static boolean isNamed(Actor actor, Groups.Reference reference) {
    return reference
        .id()
        .filter(id -> PlatformId.key(id).equals(PlatformId.key(actor.personId())))
        .isPresent();
  }

  private static String name(Groups.Reference reference) {
    return reference.id().or(reference::email).orElse("");
  }

  private Optional<Target> reader(
      App app, Content content, Audience audience, Groups.Reference reference, List<Fault> faults) {
    return switch (members.find(app, audience, reference)) {
      case AudienceMembers.Inclusion.Not(var why) -> {
        faults.add(new Fault("as", why));
        yield Optional.empty();
      }
      case AudienceMembers.Inclusion.Member(var target) ->
          filled(app, content, target, "as", faults);
    };
  }

  private static Phrase unfit(PersonalContent personal, Target target, String why) {
    var missing = personal.missing(new PersonalValues(target.values()));
    return missing.isEmpty()
        ? Phrase.of(
            "test.asUnfit",
            "{{name}} does not get this message. {{why}}",
            "name",
            target.name(),
            "why",
            Reasons.read(why).orElseGet(() -> Phrase.quoted(why)))
        : Phrase.of(
            "test.noValue",
            "No value of {{names}} is known for {{name}}. Under “Test with others”, choose whose message the test shows, or add a default, like {{example}}.",
            "names",
            String.join(", ", missing),
            "name",
            target.name(),
            "example",
            "{{%s|…}}".formatted(missing.iterator().next()));
  }

  private Optional<Target> filled(
      App app, Content content, Target target, String field, List<Fault> faults) {
    var personal = PersonalContent.of(content);
    return switch (new PersonalRecipients(app, personal, details).fill(List.of(target))) {
      case PersonalRecipients.Filling.Filled(var ready, var leftOut) -> {
        leftOut.forEach((why, some) ->
            some.forEach(one -> faults.add(new Fault(field, unfit(personal, one, why)))));
        yield ready.stream().findFirst();
      }
      case PersonalRecipients.Filling.Unanswered(var why) -> {
        faults.add(
            new Fault(
                field,
                Phrase.of(
                    "test.asTrouble",
                    "What {{name}} reads cannot be told now: {{why}}. Try again in a minute.",
                    "name",
                    target.name(),
                    "why",
                    why)));
        yield Optional.empty();
      }
    };
  }
}
