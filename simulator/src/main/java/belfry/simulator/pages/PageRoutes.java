package belfry.simulator.pages;

import belfry.simulator.api.Platform;
import belfry.simulator.control.Controls;
import belfry.simulator.directory.Ids;
import belfry.simulator.directory.Person;
import belfry.simulator.directory.Principal;
import belfry.simulator.messages.Content;
import belfry.simulator.messages.Room;
import belfry.simulator.oauth.AuthorizationRequest;
import belfry.simulator.oauth.Decision;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Problem;
import belfry.simulator.wire.Router;

/** The pages on their paths. */
public final class PageRoutes {
  private final Platform platform;
  private final Controls controls;
  private final ConsentPage consent;
  private final StartPage start;
  private final InboxPage inbox;

  public PageRoutes(Platform platform, Controls controls) {
    this.platform = platform;
    this.controls = controls;
    consent = new ConsentPage(platform.directory());
    start = new StartPage(platform);
    inbox = new InboxPage(platform);
  }

  public void addTo(Router router) {
    router.on("GET", "/", call -> start.show(call.base()));
    router.on("GET", Layout.STYLE_PATH, _ -> Layout.styleSheet());
    router.on("GET", "/inbox", inWords(this::inbox));
    router.on("POST", "/inbox/say", inWords(this::say));
    router.on("POST", "/inbox/press", inWords(this::press));
    router.on("GET", "/v1/authorize", inWords(this::authorize));
    router.on("POST", "/v1/authorize", inWords(this::decide));
  }

  /** Whoever sits at a browser gets a page when something is wrong, not JSON. */
  private static Router.Handler inWords(Router.Handler handler) {
    return call -> {
      try {
        return handler.handle(call);
      } catch (Problem problem) {
        return Layout.trouble(problem.status(), problem.text());
      }
    };
  }

  private Answer inbox(Call call) {
    var person = call.query("person");
    if (person.isEmpty()) {
      return inbox.choose(call.query("q").orElse(""));
    }
    return inbox.show(
        new InboxPage.Asked(
            person(person.get()),
            call.query("chat").orElse(""),
            call.query("before").orElse(""),
            call.query("follow").isPresent()));
  }

  private Answer say(Call call) {
    var fields = call.fields();
    var person = person(fields.getOrDefault("person", ""));
    var chat = fields.getOrDefault("chat", "");
    var words = fields.getOrDefault("words", "");
    if (!words.isBlank()) {
      controls.say(person.email(), partner(chat, person), Content.ofText(words.strip()));
    }
    return chat(person, chat);
  }

  private Answer press(Call call) {
    var fields = call.fields();
    var person = person(fields.getOrDefault("person", ""));
    var message = fields.getOrDefault("message", "");
    var card = platform.messages().byId(message).map(it -> it.words().content().card());
    controls.press(
        person.email(), message, card.map(it -> CardForm.of(it).inputs(fields)).orElse("{}"));
    return chat(person, fields.getOrDefault("chat", ""));
  }

  private static Answer chat(Person person, String chat) {
    return Answer.seeOther("/inbox?person=" + person.email() + "&chat=" + chat);
  }

  /** The address of whom a person talks to in a 1:1 room. */
  private String partner(String chat, Person person) {
    var room = Ids.uuidOf("ROOM", chat).flatMap(it -> Room.of(platform.directory().ids(), it));
    if (room.isPresent() && room.get() instanceof Room.Direct direct) {
      return platform.directory().email(direct.other(new Principal.Person(person.index())));
    }
    throw new Problem(404, "There is no such chat.");
  }

  private Person person(String email) {
    return platform
        .directory()
        .personByEmail(email)
        .orElseThrow(() -> new Problem(404, "Nobody has the address " + email + "."));
  }

  private Answer authorize(Call call) {
    var request = AuthorizationRequest.of(call.query());
    var decision =
        switch (controls.consent()) {
          case Controls.Consent.Ask _ -> platform.oauth().check(request);
          case Controls.Consent.Accept(var email) ->
              platform.oauth().accept(request, person(email));
          case Controls.Consent.Deny _ -> platform.oauth().deny(request);
        };
    return answer(decision, call.query("q").orElse(""));
  }

  private Answer decide(Call call) {
    var fields = call.fields();
    var request = AuthorizationRequest.of(fields);
    return answer(
        fields.getOrDefault("decision", "").equals("accept")
            ? platform.oauth().accept(request, person(fields.getOrDefault("person", "")))
            : platform.oauth().deny(request),
        "");
  }

  private Answer answer(Decision decision, String words) {
    return switch (decision) {
      case Decision.Ask(var request) -> consent.show(request, words);
      case Decision.Redirect(var location) -> Answer.seeOther(location);
      case Decision.Stop(var why) -> ConsentPage.stop(why);
    };
  }
}
