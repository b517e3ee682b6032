package belfry.web.admin;

import belfry.access.Access;
import belfry.access.AuditEntry;
import belfry.access.Trail;
import belfry.apps.App;
import belfry.jobs.job.JobTitles;
import belfry.people.directory.Person;
import belfry.people.directory.PersonStore;
import belfry.people.groups.Group;
import belfry.people.groups.Groups;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.JobId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What those are called whom rows of the audit trail name by their ids; one for each request. */
final class TrailNames {
  /** Beyond this, names are looked up anew. */
  private static final int REMEMBERED = 5_000;

  private final App app;
  private final Access access;
  private final PersonStore persons;
  private final Groups groups;
  private final JobTitles titles;
  private final Map<String, Optional<String>> personNames = new HashMap<>();
  private final Map<String, Optional<String>> groupNames = new HashMap<>();

  TrailNames(App app, Access access, PersonStore persons, Groups groups, JobTitles titles) {
    this.app = app;
    this.access = access;
    this.persons = persons;
    this.groups = groups;
    this.titles = titles;
  }

  /** What a row is about. */
  enum Kind {
    PERSON,
    GROUP,
    JOB,
    OTHER
  }

  /**
   * A row with names.
   *
   * @param actor empty if nobody knows the name any more
   * @param object the same
   * @param member whom the detail names by their id, by that id and by name
   */
  record Named(
      Trail.Row row,
      Optional<String> actor,
      Kind kind,
      Optional<String> object,
      Optional<Member> member) {
    /** Everything that is shown of it. */
    String shown() {
      var entry = row.entry();
      return Stream.of(
              actor,
              Optional.of(entry.object()),
              object,
              Optional.of(entry.detail()),
              Optional.of(entry.through()),
              member.map(Member::name))
          .flatMap(Optional::stream)
          .collect(Collectors.joining("\n"));
    }
  }

  /** A member of a group that was added or removed. */
  record Member(String id, String name) {}

  List<Named> of(List<Trail.Row> rows) {
    if (personNames.size() + groupNames.size() > REMEMBERED) {
      personNames.clear();
      groupNames.clear();
    }
    if (personNames.isEmpty()) {
      access
          .staff(app)
          .forEach(one ->
              one.personId()
                  .filter(_ -> !one.name().isBlank())
                  .ifPresent(id -> personNames.put(id.value(), Optional.of(one.name()))));
    }
    var known =
        titles.of(
            app.name(),
            rows.stream()
                .filter(row -> kind(row.entry()) == Kind.JOB)
                .flatMap(row -> JobId.parse(row.entry().object()).stream())
                .collect(Collectors.toSet()));
    return rows.stream().map(row -> named(row, known)).toList();
  }

  private Named named(Trail.Row row, Map<JobId, String> known) {
    var entry = row.entry();
    var kind = kind(entry);
    Optional<String> object =
        switch (kind) {
          case PERSON -> person(entry.object());
          case GROUP -> group(entry.object());
          case JOB -> JobId.parse(entry.object()).map(known::get);
          case OTHER -> Optional.empty();
        };
    return new Named(row, actor(entry), kind, object, member(entry, kind));
  }

  private Optional<String> actor(AuditEntry entry) {
    if (entry.actor().isEmpty() || entry.actor().equals(AuditEntry.BELFRY)) {
      return Optional.empty();
    }
    return person(entry.actor())
        // Whoever signs in is named by the row itself.
        .or(() -> Optional.of(entry.object()).filter(_ -> entry.action().startsWith("sign-")));
  }

  private Optional<Member> member(AuditEntry entry, Kind kind) {
    var end = entry.detail().lastIndexOf(": ");
    if (kind != Kind.GROUP || end < 0) {
      return Optional.empty();
    }
    var id = entry.detail().substring(0, end);
    return person(id).map(name -> new Member(id, name));
  }

  private Optional<String> person(String id) {
    return personNames.computeIfAbsent(
        id, _ -> persons.find(new PersonId(id)).map(Person::name).filter(name -> !name.isBlank()));
  }

  private Optional<String> group(String id) {
    return groupNames.computeIfAbsent(id, _ -> groups.get(app, id).map(Group::name));
  }

  private static Kind kind(AuditEntry entry) {
    var action = entry.action();
    return switch (action.substring(0, Math.max(0, action.indexOf('.')))) {
      case "user", "session" -> Kind.PERSON;
      case "group" -> Kind.GROUP;
      case "job" -> Kind.JOB;
      default -> Kind.OTHER;
    };
  }
}
