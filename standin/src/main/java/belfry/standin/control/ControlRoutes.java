package belfry.standin.control;

import belfry.standin.answers.Json;
import belfry.standin.answers.Problem;
import belfry.standin.manners.Manner;
import belfry.standin.messages.SendLimits;
import belfry.standin.switches.Faults;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Access.Grant;
import belfry.standin.world.Access.Scope;
import belfry.standin.world.Content;
import belfry.standin.world.Destination;
import belfry.standin.world.Letter;
import belfry.standin.world.Message;
import belfry.standin.world.Person;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.StreamSupport;

/** {@code /control}: what a trial sets and reads; no manner touches it. */
public final class ControlRoutes {
  private static final long USUAL_GRACE = 200;

  private final World world;
  private final SendLimits limits;
  private final Faults faults;
  private final Switchboard<Manner> manners;
  private final Readers readers;
  private final Records records;

  /** The last counts what went wrong with the stand-in itself. */
  public ControlRoutes(
      World world,
      SendLimits limits,
      Faults faults,
      Switchboard<Manner> manners,
      Readers readers,
      AtomicLong defects) {
    this.world = world;
    this.limits = limits;
    this.faults = faults;
    this.manners = manners;
    this.readers = readers;
    records = new Records(world, limits, faults, manners, defects);
  }

  public Reply answer(Request request) {
    return switch (request.method() + " " + request.path()) {
      case "GET /control/manners" -> Json.reply(SwitchboardJson.shown(manners));
      case "PUT /control/manners" -> set(manners, request);
      case "GET /control/faults" -> Json.reply(SwitchboardJson.shown(faults.board()));
      case "PUT /control/faults" -> set(faults.board(), request);
      case "GET /control/limits" -> limits();
      case "PUT /control/limits" -> setLimits(request);
      case "POST /control/clock" -> jump(request);
      case "POST /control/code" -> code(request);
      case "POST /control/post-as-bot" -> postAsBot(request);
      case "POST /control/say" -> readers.say(request);
      case "POST /control/press" -> readers.press(request);
      case "GET /control/webhooks" -> readers.told();
      case "GET /control/count" -> records.count();
      case "GET /control/people" -> records.people();
      case "GET /control/partners" -> records.partners();
      case "GET /control/ledger" -> records.ledger();
      case "GET /control/stats" -> records.stats();
      default -> throw Problem.notFound();
    };
  }

  private static Reply set(Switchboard<?> board, Request request) {
    SwitchboardJson.set(board, Json.read(request.body()));
    return Json.reply(SwitchboardJson.shown(board));
  }

  private Reply limits() {
    var rule = limits.rule();
    return Json.reply(
        Json.object()
            .put("capacity", rule.capacity())
            .put("perSecond", rule.perSecond())
            .put("graceMillis", rule.grace().toMillis()));
  }

  private Reply setLimits(Request request) {
    var body = Json.read(request.body());
    var grace = Duration.ofMillis(body.path("graceMillis").asLong(USUAL_GRACE));
    try {
      limits.set(
          new SendLimits.Rule(
              body.path("capacity").asDouble(), body.path("perSecond").asDouble(), grace));
    } catch (IllegalArgumentException e) {
      throw Problem.of(400, String.valueOf(e.getMessage()));
    }
    return limits();
  }

  private Reply jump(Request request) {
    var seconds = Json.read(request.body()).path("jumpSeconds").asLong();
    var now = world.clock().jump(Duration.ofSeconds(seconds));
    return Json.reply(Json.object().put("now", now.toString()));
  }

  private Reply code(Request request) {
    var body = Json.read(request.body());
    var redirect = Optional.of(body.path("redirectUri").asText()).filter(uri -> !uri.isEmpty());
    var person =
        body.has("email")
            ? world.people().byEmail(body.path("email").asText()).orElseThrow(Problem::notFound)
            : world.people().administrator();
    var grant = new Grant(person, Scope.USER, redirect, Optional.empty());
    return Json.reply(Json.object().put("code", world.access().code(grant)));
  }

  /** Another program with the bot's token; no limit and no fault meets it. */
  private Reply postAsBot(Request request) {
    var body = Json.read(request.body());
    var bots = world.people().bots();
    var index = body.path("bot").asInt();
    if (index < 0 || index >= bots.size()) {
      throw Problem.of(400, "There is no such bot.");
    }
    var content = Content.ofMarkdown(body.path("markdown").asText());
    var ids =
        recipients(body.path("people")).stream()
            .map(person -> store(bots.get(index), person, content))
            .map(message -> TextNode.valueOf(message.id()))
            .toList();
    return Json.reply(Json.object().put("stored", ids.size()).set("ids", Json.array(ids)));
  }

  private Message store(Person bot, Person person, Content content) {
    var letter =
        new Letter(bot, new Destination.ToPerson(person, false), content, world.clock().now());
    return world.office().store(letter, Message.Origin.FOREIGN);
  }

  /** A number stands for so many of the staff, from the first on. */
  private List<Person> recipients(JsonNode people) {
    if (people.isNumber()) {
      return world.people().staff().stream().limit(people.asInt()).toList();
    }
    return StreamSupport.stream(people.spliterator(), false)
        .map(id -> world.people().byId(id.asText()).orElseThrow(Problem::notFound))
        .toList();
  }
}
