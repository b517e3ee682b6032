package belfry.web.people;

import belfry.base.EnumWord;
import belfry.base.Phrase;
import belfry.base.Said;
import belfry.http.Cursor;
import belfry.people.directory.Person;
import belfry.people.directory.Posting;
import belfry.people.directory.Spaces;
import belfry.people.groups.Group;
import belfry.people.groups.Groups;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import belfry.web.frame.Views;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** People, groups and spaces as JSON. */
public final class PeopleViews {
  private PeopleViews() {}

  public record PersonView(PersonId id, String displayName, Optional<String> email) {
    public static PersonView of(Person person) {
      return new PersonView(person.id(), person.name(), Views.present(person.email()));
    }
  }

  record GroupView(String id, String name, String source, int size, Optional<Instant> fetchedAt) {
    static GroupView of(Group group) {
      return new GroupView(
          group.id(), group.name(), EnumWord.of(group.source()), group.size(), group.fetched());
    }

    /** Called by its id. */
    GroupView nameless() {
      return new GroupView(id, id, source, size, fetchedAt);
    }
  }

  record MembersView(
      GroupView group,
      List<PersonView> items,
      Optional<String> next,
      Optional<String> trouble,
      Optional<Said> said) {
    static MembersView of(Groups.Members page) {
      return new MembersView(
          GroupView.of(page.group()),
          page.people().stream().map(PersonView::of).toList(),
          page.next().map(Cursor::write),
          page.trouble().map(Phrase::english),
          page.trouble().flatMap(Said::of));
    }
  }

  /**
   * A space to choose.
   *
   * @param reason why the bot may not post there, or why that is unknown
   */
  record SpaceView(
      SpaceId id, String title, boolean mayPost, Optional<String> reason, Optional<Said> said) {
    static SpaceView of(Spaces.SpaceChoice choice) {
      return new SpaceView(
          choice.id(),
          choice.title(),
          !(choice.posting() instanceof Posting.Refused),
          choice.posting().reason().map(Phrase::english),
          choice.posting().reason().flatMap(Said::of));
    }
  }

  record MemberResultView(
      String member,
      String status,
      Optional<PersonView> person,
      Optional<String> message,
      Optional<Said> said) {
    static MemberResultView of(Groups.MemberResult result) {
      return new MemberResultView(
          result.reference(),
          EnumWord.of(result.status()),
          result.person().map(PersonView::of),
          result.why().map(Phrase::english),
          result.why().flatMap(Said::of));
    }

    /** Without whose id or address it is. */
    MemberResultView nameless() {
      return new MemberResultView(member, status, Optional.empty(), message, said);
    }
  }

  record MemberResultsView(
      GroupView group, List<MemberResultView> results, Optional<Integer> next) {}
}
