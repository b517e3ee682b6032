package belfry.people.groups;

import belfry.base.Phrase;
import belfry.base.Secret;
import belfry.people.directory.DirectoryToken;
import belfry.people.directory.Person;
import belfry.people.directory.Troubles;
import belfry.platform.PeopleApi;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Response;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads everybody of the directory. If somebody is taken out of its list meanwhile, all that follow
 * move, and some are on no page; the list says nothing by which that could be seen. So whoever is
 * missing is asked about.
 */
final class EverybodyReading {
  private final Platform platform;
  private final DirectoryToken token;
  private final GroupStore store;
  private final Secret access;
  private final GroupStore.Row row;

  /** For a copy of {@code row}, with what the directory takes. */
  EverybodyReading(
      Platform platform,
      DirectoryToken token,
      GroupStore store,
      Secret access,
      GroupStore.Row row) {
    this.platform = platform;
    this.token = token;
    this.store = store;
    this.access = access;
    this.row = row;
  }

  /**
   * Writes all who are listed into an unfinished copy; returns why not, if they cannot be read.
   * Somebody must be there: an empty directory is taken for an answer that is not true.
   */
  Optional<Phrase> list(long generation, AtomicLong read) {
    read.set(0);
    var answer =
        platform
            .people()
            .everybody(
                access,
                page -> {
                  read.addAndGet(page.size());
                  copy(generation, page);
                });
    token.heard(answer);
    return answer instanceof Response.Got<Boolean>
        ? Optional.of(Troubles.NOBODY_LISTED).filter(_ -> store.size(row, generation) == 0)
        : Optional.of(answer.trouble());
  }

  /**
   * Adds those who are in one of {@code others}, were not listed, and are there all the same;
   * returns why that is not known, if it is not.
   */
  Optional<Phrase> complete(long generation, Collection<Long> others) {
    for (var some : PeopleApi.parts(store.missing(row, generation, others))) {
      var trouble = add(generation, some);
      if (trouble.isPresent()) {
        return trouble;
      }
    }
    return Optional.empty();
  }

  private Optional<Phrase> add(long generation, List<PersonId> some) {
    var answer = platform.people().staff(access, some);
    token.heard(answer);
    if (answer instanceof Response.Got<List<Profile>>(var there)) {
      copy(generation, there);
      return Optional.empty();
    }
    if (!PeopleApi.isAboutAnId(answer)) {
      return Optional.of(answer.trouble());
    }
    // One id that the platform rejects must not hide the others.
    return some.size() == 1
        ? Optional.empty()
        : some.stream().flatMap(id -> add(generation, List.of(id)).stream()).findFirst();
  }

  private void copy(long generation, List<Profile> people) {
    store.copy(row, generation, people.stream().map(Person::of).toList());
  }
}
