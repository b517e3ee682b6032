package belfry.simulator.pages;

import belfry.simulator.api.Platform;
import belfry.simulator.directory.Person;
import belfry.simulator.directory.Principal;
import belfry.simulator.messages.History;
import belfry.simulator.messages.Room;
import belfry.simulator.wire.Answer;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code GET /inbox}: the chats of one person, as they look in a messenger. */
final class InboxPage {
  private static final int PAGE = 50;

  /** What of an inbox is to be shown. */
  record Asked(Person person, String chat, String before, boolean following) {}

  private final Platform platform;
  private final PersonSearch search;
  private final Transcript transcript;

  InboxPage(Platform platform) {
    this.platform = platform;
    search = new PersonSearch(platform.directory());
    transcript = new Transcript(platform.directory(), platform.actions());
  }

  Answer choose(String words) {
    var people = search.found(words);
    return Layout.page(
        200,
        "Inboxes · Simulator",
        Html.NOTHING,
        Html.of(
            """
            <body>
            {}
            <main class="start">
              <section class="card">
                <h1>Whose inbox?</h1>
                {}
                <div class="people wide">{}</div>
                {}
              </section>
            </main>
            </body>
            """,
            Layout.header("inbox"),
            StartPage.searchForm(words),
            StartPage.people(people),
            PersonSearch.remark(words, people)));
  }

  Answer show(Asked asked) {
    var rooms = rooms(asked.person());
    var chosen = rooms.stream().filter(it -> id(it).equals(asked.chat())).findFirst();
    var room = chosen.or(() -> rooms.stream().findFirst());
    // On a phone one pane is shown: the list, unless a chat was chosen or there is none.
    var open = chosen.isPresent() || rooms.isEmpty();
    return Layout.page(
        200,
        asked.person().displayName() + " · Inboxes",
        asked.following() ? new Html("<meta http-equiv=\"refresh\" content=\"3\">") : Html.NOTHING,
        Html.of(
            """
            <body class="messenger{}">
            {}
            <main class="panes">
              <section class="list" aria-label="Chats">
                <div class="me">{}<span class="who"><b>{}</b><small>{}</small></span>
                <a class="button" href="/inbox">Change</a></div>
                {}
              </section>
              {}
            </main>
            </body>
            """,
            new Html(open ? " open" : ""),
            Layout.header("inbox"),
            Layout.avatar(asked.person().displayName(), "person"),
            asked.person().displayName(),
            asked.person().email(),
            list(rooms, room, asked.person()),
            room.isEmpty() ? nothing() : chat(room.get(), asked)));
  }

  private List<Room> rooms(Person person) {
    var principal = new Principal.Person(person.index());
    return Stream.concat(
            platform.messages().directRoomsOfPerson(principal).stream(),
            platform.spaces().of(principal).stream().<Room>map(it -> new Room.Group(it.index())))
        .sorted(Comparator.comparing(this::lastActivity).reversed())
        .toList();
  }

  private Instant lastActivity(Room room) {
    return platform.messages().lastActivity(room).orElse(Instant.EPOCH);
  }

  private String id(Room room) {
    return room.id(platform.directory().ids());
  }

  private String title(Room room, Person reader) {
    return switch (room) {
      case Room.Direct direct ->
          platform.directory().displayName(direct.other(new Principal.Person(reader.index())));
      case Room.Group(var space) -> platform.spaces().at(space).title();
    };
  }

  private static String kind(Room room, Person reader) {
    return switch (partner(room, reader)) {
      case Principal.Bot _ -> "bot";
      case Principal.Person _ -> "person";
      case null, default -> "space";
    };
  }

  private static @Nullable Principal partner(Room room, Person reader) {
    return room instanceof Room.Direct direct
        ? direct.other(new Principal.Person(reader.index()))
        : null;
  }

  private Html list(List<Room> rooms, Optional<Room> open, Person person) {
    return Html.of(
        "<nav aria-label=\"Chats\">{}</nav>",
        Html.all(
            rooms.stream().map(it -> entry(it, open.equals(Optional.of(it)), person)).toList()));
  }

  private Html entry(Room room, boolean open, Person person) {
    var newest = platform.messages().history(room, History.newest(1));
    return Html.of(
        """
        <a class="chat" href="/inbox?person={}&amp;chat={}"{}>{}
        <span class="who"><b>{}</b><small>{}</small></span><time>{}</time></a>
        """,
        person.email(),
        id(room),
        open ? new Html(" aria-current=\"true\"") : Html.NOTHING,
        Layout.avatar(title(room, person), kind(room, person)),
        title(room, person),
        newest.isEmpty() ? "No messages yet" : newest.getFirst().words().text(),
        newest.isEmpty() ? "" : Transcript.clock(newest.getFirst().created()));
  }

  private static Html nothing() {
    return Html.of(
        "<section class=\"talk empty\"><p>{}</p></section>",
        "No chats yet. As soon as a bot writes, it shows up here.");
  }

  private Html chat(Room room, Asked asked) {
    var before = platform.messages().byId(asked.before()).filter(it -> it.room().equals(room));
    var asking =
        History.newest(PAGE + 1)
            .olderThan(
                before.isPresent() ? OptionalInt.of(before.get().number()) : OptionalInt.empty());
    var found = platform.messages().history(room, asking);
    var link = "/inbox?person=" + asked.person().email() + "&chat=" + id(room);
    return Html.of(
        """
        <section class="talk" aria-label="{}">
          <div class="about">
            <a class="back" href="/inbox?person={}" aria-label="All chats">←</a>
            {}<span class="who"><b>{}</b><small>{}</small></span>
            <a class="button" href="{}">{}</a>
          </div>
          <div class="scroll"><ol>{}{}</ol></div>
          {}
        </section>
        """,
        title(room, asked.person()),
        asked.person().email(),
        Layout.avatar(title(room, asked.person()), kind(room, asked.person())),
        title(room, asked.person()),
        about(room),
        asked.following() ? link : link + "&follow=1",
        asked.following() ? "Stop following" : "Follow",
        found.size() > PAGE
            ? Html.of(
                "<li class=\"older\"><a href=\"{}\">Older messages</a></li>",
                link + "&before=" + found.get(PAGE - 1).id())
            : Html.NOTHING,
        transcript.of(
            found.stream().limit(PAGE).toList().reversed(),
            new Transcript.Reader(asked.person(), id(room))),
        reply(room, asked.person()));
  }

  private String about(Room room) {
    return switch (room) {
      case Room.Direct _ -> "Direct messages";
      case Room.Group(var index) -> {
        var space = platform.spaces().at(index);
        var rule =
            space.isReadOnly()
                ? " · read-only"
                : space.isAnnouncementOnly() ? " · announcements only" : "";
        yield space.size() + " members" + rule;
      }
    };
  }

  private Html reply(Room room, Person person) {
    if (!(partner(room, person) instanceof Principal.Bot)) {
      return Html.NOTHING;
    }
    return Html.of(
        """
        <form class="reply" method="post" action="/inbox/say">
          <input type="hidden" name="person" value="{}">
          <input type="hidden" name="chat" value="{}">
          <label for="words" class="hidden">Message</label>
          <input id="words" name="words" autocomplete="off" required maxlength="2000"
            placeholder="Write to {} as {}">
          <button class="main">Send</button>
        </form>
        """,
        person.email(),
        id(room),
        title(room, person),
        person.firstName());
  }
}
