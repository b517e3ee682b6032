package belfry.web.search;

import belfry.answers.PersonAnswers;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.base.Excerpt;
import belfry.base.Mailbox;
import belfry.base.Phrase;
import belfry.http.Cursor;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.http.Turns;
import belfry.jobs.search.FoundJobs;
import belfry.jobs.search.ReceivedMessages;
import belfry.jobs.templates.Templates;
import belfry.people.People;
import belfry.people.audience.Target;
import belfry.people.directory.Person;
import belfry.people.directory.PersonSearch;
import belfry.people.groups.Groups;
import belfry.platform.ids.PersonId;
import belfry.web.frame.Caller;
import belfry.web.frame.Views;
import belfry.web.jobs.JobViews;
import belfry.web.people.PeopleViews;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code search} and {@code user/people/received}: over everything that the caller may see, in all
 * apps that they may send with. The platform is never asked.
 */
public final class SearchRoutes {
  /** Of each kind, where all are asked for. */
  private static final int FEW = 5;

  private static final int PAGE = 20;

  /** What so few people got is searched for as well; of more it would be too much to read. */
  private static final int MOST_RECIPIENTS = 3;

  /** Of the groups of one app. */
  private static final int MOST_GROUPS = 300;

  /** Ahead of everything that has a number. */
  private static final long NEWEST = Long.MAX_VALUE;

  private final People people;
  private final Groups groups;
  private final FoundJobs jobs;
  private final ReceivedMessages received;
  private final Templates templates;
  private final PersonAnswers answers;
  private final JobViews views;
  private final Turns turns = new Turns(2, 2, 8, Duration.ofSeconds(10));

  public SearchRoutes(
      People people,
      Groups groups,
      FoundJobs jobs,
      ReceivedMessages received,
      Templates templates,
      PersonAnswers answers,
      JobViews views) {
    this.people = people;
    this.groups = groups;
    this.jobs = jobs;
    this.received = received;
    this.templates = templates;
    this.answers = answers;
    this.views = views;
  }

  /**
   * What is asked for, and by whom.
   *
   * @param named the first people who are called so, where more than one section is about them
   */
  private record Asked(
      Caller caller,
      List<App> apps,
      String typed,
      List<String> words,
      Request request,
      int most,
      Optional<PersonSearch.Page> named) {
    List<AppName> names() {
      return apps.stream().map(App::name).toList();
    }

    App app(AppName name) {
      return apps.stream().filter(app -> app.name().equals(name)).findFirst().orElseThrow();
    }

    /** How far an earlier page came in a list that is counted. */
    int skipped() {
      return Cursor.read(request, Cursor.Bounds.PLACE).map(at -> (int) at[0]).orElse(0);
    }

    /** The last one of an earlier page in a list of numbered ones. */
    long before() {
      return Cursor.read(request, Cursor.Bounds.ANY).map(at -> at[0]).orElse(NEWEST);
    }
  }

  public Reply search(Caller caller, Request request) {
    var typed =
        request
            .query("q")
            .filter(words -> !words.isBlank())
            .orElseThrow(() ->
                Problem.invalid("q", Phrase.of("q.missing", "Say what to look for.")).thrown());
    var kind = request.query("kind").filter(word -> !word.isEmpty()).map(SearchRoutes::kind);
    if (kind.isEmpty() && request.query("cursor").filter(text -> !text.isEmpty()).isPresent()) {
      throw Problem.invalid(
              "kind", Phrase.of("search.kindMissing", "Say of which kind the next ones are to be."))
          .thrown();
    }
    var most =
        request.query("limit").isPresent() ? Cursor.limit(request) : kind.isPresent() ? PAGE : FEW;
    return inTurn(
        caller,
        () -> {
          var named =
              kind.isEmpty()
                  ? Optional.of(named(caller, typed, Math.max(most, MOST_RECIPIENTS + 1)))
                  : Optional.<PersonSearch.Page>empty();
          var words = FoundJobs.words(typed);
          var asked = new Asked(caller, caller.readable(), typed, words, request, most, named);
          return new FoundViews.SearchView(
              kind.map(List::of).orElseGet(() -> List.of(FoundViews.Kind.values())).stream()
                  .map(one -> section(asked, one))
                  .toList());
        });
  }

  private PersonSearch.Page named(Caller caller, String typed, int most) {
    return people.search(caller.readableNames(), typed, 0, most);
  }

  private Reply inTurn(Caller caller, Supplier<Object> view) {
    return turns.in(caller.personId().value(), () -> Reply.ok(view.get()));
  }

  private static FoundViews.Kind kind(String word) {
    return Stream.of(FoundViews.Kind.values())
        .filter(kind -> kind.word().equals(word))
        .findFirst()
        .orElseThrow(() ->
            Problem.invalid(
                    "kind",
                    Phrase.of(
                        "search.kind",
                        "This must be announcements, received, people, groups or templates."))
                .thrown());
  }

  private FoundViews.SectionView section(Asked asked, FoundViews.Kind kind) {
    return switch (kind) {
      case ANNOUNCEMENTS -> announcements(asked);
      case RECEIVED -> received(asked);
      case PEOPLE -> people(asked);
      case GROUPS -> paged(asked, kind, groups(asked));
      case TEMPLATES -> paged(asked, kind, templates(asked));
    };
  }

  private FoundViews.SectionView announcements(Asked asked) {
    var page = jobs.find(asked.names(), asked.typed, asked.before(), asked.most);
    var shown =
        views.listed(
            page.found().stream().map(FoundJobs.Hit::job).toList(), asked.caller.personId());
    var items = new ArrayList<FoundViews.FoundView>();
    for (var i = 0; i < shown.size(); i++) {
      var found = page.found().get(i);
      items.add(
          new FoundViews.FoundView(
              shown.get(i).id(),
              Optional.of(FoundViews.AppView.of(asked.app(found.job().app()))),
              FoundViews.PartView.of(found.title()),
              found.match().map(match -> EnumWord.of(match.where())),
              found.match().map(match -> FoundViews.PartView.of(match.excerpt())),
              Optional.of(shown.get(i)),
              Optional.empty(),
              Optional.empty()));
    }
    var next =
        page.more()
            ? Optional.of(Cursor.write(page.found().getLast().job().id().value()))
            : Optional.<String>empty();
    return new FoundViews.SectionView(FoundViews.Kind.ANNOUNCEMENTS.word(), items, next);
  }

  private FoundViews.SectionView received(Asked asked) {
    var found =
        asked.named.orElseGet(() -> named(asked.caller, asked.typed, MOST_RECIPIENTS + 1)).people();
    var targets =
        found.size() > MOST_RECIPIENTS
            ? Set.<String>of()
            : found.stream()
                .flatMap(person -> targets(person).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    var page =
        received.find(
            new ReceivedMessages.Query(
                asked.names(),
                targets.isEmpty() ? mailbox(asked.typed) : targets,
                asked.before(),
                asked.most,
                ReceivedMessages.SOME_RUNS));
    var items = page.messages().stream().map(one -> received(asked, one)).toList();
    return new FoundViews.SectionView(
        FoundViews.Kind.RECEIVED.word(), items, page.next().map(Cursor::write));
  }

  private FoundViews.FoundView received(Asked asked, ReceivedMessages.Received one) {
    var recipient = one.recipient();
    var name =
        Stream.of(recipient.name(), recipient.email())
            .filter(text -> !text.isEmpty())
            .distinct()
            .collect(Collectors.joining(" · "));
    return new FoundViews.FoundView(
        one.job().toString(),
        Optional.of(FoundViews.AppView.of(asked.app(one.app()))),
        FoundViews.PartView.of(Excerpt.whole(one.text().title(), List.of())),
        Optional.of("recipient"),
        Optional.of(FoundViews.PartView.of(Excerpt.whole(name, asked.words))),
        Optional.empty(),
        Optional.of(views.recipient(one.app(), one.run(), recipient)),
        Optional.empty());
  }

  /** Everything that the rows of a person may be called. */
  private static Set<String> targets(Person person) {
    var targets = new LinkedHashSet<>(mailbox(person.email()));
    targets.add(person.id().value());
    return targets;
  }

  /** What somebody is called who was not found by their address. */
  private static Set<String> mailbox(String email) {
    return Mailbox.isAddress(Person.address(email))
        ? Set.of(Target.notFound(Person.address(email)))
        : Set.of();
  }

  private FoundViews.SectionView people(Asked asked) {
    var skipped = asked.skipped();
    var page =
        asked
            .named
            .map(first -> first.atMost(asked.most))
            .orElseGet(() -> people.search(asked.names(), asked.typed, skipped, asked.most));
    var items =
        page.people().stream()
            .map(person ->
                new FoundViews.FoundView(
                    person.id().value(),
                    Optional.empty(),
                    FoundViews.PartView.of(Excerpt.whole(person.name(), asked.words)),
                    Views.present(person.email()).map(_ -> "email"),
                    Views.present(person.email())
                        .map(email -> FoundViews.PartView.of(Excerpt.whole(email, asked.words))),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()))
            .toList();
    return new FoundViews.SectionView(
        FoundViews.Kind.PEOPLE.word(), items, next(page.more(), skipped + items.size()));
  }

  private static Optional<String> next(boolean more, int skipped) {
    return more ? Optional.of(Cursor.write(skipped)) : Optional.empty();
  }

  private static FoundViews.SectionView paged(
      Asked asked, FoundViews.Kind kind, List<FoundViews.FoundView> all) {
    var skipped = asked.skipped();
    var items = all.stream().skip(skipped).limit(asked.most).toList();
    var seen = skipped + items.size();
    return new FoundViews.SectionView(kind.word(), items, next(seen < all.size(), seen));
  }

  /** The directory's are the same in all apps. */
  private List<FoundViews.FoundView> groups(Asked asked) {
    var all = new LinkedHashMap<String, FoundViews.FoundView>();
    for (var app : asked.apps) {
      for (var group : groups.stored(app, asked.typed, MOST_GROUPS)) {
        all.putIfAbsent(
            group.id(), named(asked, group.id(), app, group.name(), Optional.empty()).from(group));
      }
    }
    return List.copyOf(all.values());
  }

  private List<FoundViews.FoundView> templates(Asked asked) {
    if (asked.words.isEmpty()) {
      return List.of(); // Of no words, every template has all.
    }
    return asked.apps.stream()
        .flatMap(app ->
            templates.list(app.name()).stream()
                .filter(template ->
                    Excerpt.found(template.name() + " " + template.text().title(), asked.words)
                        .containsAll(asked.words))
                .map(template ->
                    named(
                        asked,
                        template.id().toString(),
                        app,
                        template.name(),
                        Optional.of(template.text().title()))))
        .toList();
  }

  private static FoundViews.FoundView named(
      Asked asked, String id, App app, String name, Optional<String> text) {
    return new FoundViews.FoundView(
        id,
        Optional.of(FoundViews.AppView.of(app)),
        FoundViews.PartView.of(Excerpt.whole(name, asked.words)),
        text.map(_ -> "text"),
        text.map(said -> FoundViews.PartView.of(Excerpt.whole(said, asked.words))),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Everything that a person got. */
  public Reply person(Caller caller, Request request) {
    var id =
        request
            .query("personId")
            .filter(text -> !text.isBlank())
            .map(String::strip)
            .orElseThrow(() ->
                Problem.invalid("personId", Phrase.of("person.missing", "Say which person."))
                    .thrown());
    var limit = Cursor.limit(request);
    var before = Cursor.read(request, Cursor.Bounds.ANY).map(at -> at[0]).orElse(NEWEST);
    return inTurn(caller, () -> person(caller, id, before, limit));
  }

  private FoundViews.PersonView person(Caller caller, String id, long before, int limit) {
    var apps = caller.readable();
    var names = apps.stream().map(App::name).toList();
    var known = people.known(names, new PersonId(id));
    var targets = known.map(SearchRoutes::targets).orElseGet(LinkedHashSet<String>::new);
    targets.add(id);
    var page =
        received.find(
            new ReceivedMessages.Query(names, targets, before, limit, ReceivedMessages.MANY_RUNS));
    var person =
        known.or(() ->
            page.messages().stream()
                .map(one -> one.recipient())
                .map(one -> new Person(new PersonId(id), one.name(), one.email()))
                .findFirst());
    var answered =
        answers.to(
            page.messages().stream().map(ReceivedMessages.Received::run).distinct().toList(),
            new PersonId(id));
    return new FoundViews.PersonView(
        person
            .map(PeopleViews.PersonView::of)
            .orElseThrow(() ->
                Problem.notFound(
                        Phrase.of("person.unknown", "Nothing is known here of such a person."))
                    .thrown()),
        page.messages().stream()
            .map(one ->
                FoundViews.ReceivedView.of(
                    apps.stream()
                        .filter(app -> app.name().equals(one.app()))
                        .findFirst()
                        .orElseThrow(),
                    one,
                    views.recipient(one.app(), one.run(), one.recipient()),
                    answered.getOrDefault(one.run(), List.of())))
            .toList(),
        page.next().map(Cursor::write));
  }
}
