package belfry.simulator.control;

import belfry.simulator.api.Cards;
import belfry.simulator.api.Platform;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Principal;
import belfry.simulator.messages.Action;
import belfry.simulator.messages.Content;
import belfry.simulator.messages.Draft;
import belfry.simulator.messages.Message;
import belfry.simulator.messages.Room;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;

/** What one can do to the platform from outside its contract. */
public final class Controls {
  /** Who answers the consent page instead of a person at a browser. */
  public sealed interface Consent {
    /** The page is shown. */
    record Ask() implements Consent {}

    /** This person accepts at once. */
    record Accept(String email) implements Consent {}

    /** Consent is denied at once. */
    record Deny() implements Consent {}
  }

  private final Platform platform;
  private final Cards cards;
  private final AtomicReference<Consent> consent = new AtomicReference<>(new Consent.Ask());

  public Controls(Platform platform) {
    this.platform = platform;
    cards = new Cards(platform);
  }

  public Consent consent() {
    return consent.get();
  }

  public void setConsent(Consent answer) {
    consent.set(answer);
  }

  /** A person writes to a bot, as the bot would find it in the 1:1 room. */
  public Message say(String person, String bot, Content content) {
    var author = required(person);
    var reader = required(bot);
    if (!(author instanceof Principal.Person) || !(reader instanceof Principal.Bot)) {
      throw new Problem(400, "It takes a person to write and a bot to read.");
    }
    return platform.messages().post(Draft.of(author, Room.Direct.of(author, reader), content));
  }

  /** A person writes in the thread of a message. */
  public Message reply(String person, String parent, Content content) {
    var author = required(person);
    var message =
        platform
            .messages()
            .byId(parent)
            .filter(it -> isIn(it.room(), author))
            .orElseThrow(() -> new Problem(404, "There is no such message to answer."));
    var draft =
        new Draft(
            author,
            message.room(),
            content,
            OptionalInt.of(message.number()),
            Duration.ZERO,
            false);
    return platform.messages().post(draft);
  }

  private boolean isIn(Room room, Principal author) {
    return switch (room) {
      case Room.Direct direct -> direct.has(author);
      case Room.Group(var space) -> platform.spaces().at(space).contains(author);
    };
  }

  /** Another program says something as a bot to these people, by id or address; limits aside. */
  public List<Message> postAs(String bot, List<String> people, Content content) {
    var author = required(bot);
    if (!(author instanceof Principal.Bot)) {
      throw new Problem(400, "It takes a bot to post as.");
    }
    var readers = people.stream().map(this::required).toList();
    return readers.stream()
        .map(it -> Draft.of(author, Room.Direct.of(author, it), content).byRival())
        .map(platform.messages()::post)
        .toList();
  }

  /** A person presses a button of a card; {@code inputs} is what it sends, an object of JSON. */
  public Action press(String person, String messageId, String inputs) {
    return cards.press(required(person), messageId, Json.tree(inputs));
  }

  /** Whoever is meant by this id, e-mail address or bot's name; "directory" is the service app. */
  public Optional<Principal> principal(String name) {
    Directory directory = platform.directory();
    if (name.equals("directory")) {
      return Optional.of(new Principal.Machine());
    }
    return directory
        .bot(name)
        .<Principal>map(it -> new Principal.Bot(it.index()))
        .or(() -> directory.principalByEmail(name))
        .or(() -> directory.principal(name));
  }

  /** Whether from now on every token of this principal is answered 401. */
  public void revoke(String name) {
    platform.tokens().revokeAll(required(name));
  }

  public void restore(String name) {
    platform.tokens().restoreAll(required(name));
  }

  /** Forgets every message and every count; rules stay and start afresh. */
  public void reset() {
    platform.messages().forget();
    platform.actions().forget();
    platform.limits().restart();
    platform.faults().resetCounts();
    platform.manners().resetCounts();
    platform.oauth().resetCounts();
    platform.webhooks().resetCounts();
  }

  private Principal required(String name) {
    return principal(name).orElseThrow(() -> new Problem(404, "Nobody is called " + name + "."));
  }
}
