package belfry.standin;

import belfry.standin.answers.Errors;
import belfry.standin.answers.Outgoing;
import belfry.standin.answers.Problem;
import belfry.standin.control.ControlRoutes;
import belfry.standin.control.Readers;
import belfry.standin.hooks.Actions;
import belfry.standin.hooks.WebhookRoutes;
import belfry.standin.hooks.Webhooks;
import belfry.standin.manners.Manner;
import belfry.standin.messages.MessageRoutes;
import belfry.standin.messages.RoomDoor;
import belfry.standin.messages.SendLimits;
import belfry.standin.routes.GroupRoutes;
import belfry.standin.routes.MembershipRoutes;
import belfry.standin.routes.PeopleRoutes;
import belfry.standin.routes.RoomRoutes;
import belfry.standin.routes.SignInRoutes;
import belfry.standin.switches.Faults;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Answer;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.wire.Silence;
import belfry.standin.world.Access.Caller;
import belfry.standin.world.World;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Leads each request to the routes that know it, and refuses whoever has no token. */
final class Platform implements AutoCloseable {
  private static final String BEARER = "Bearer ";

  private final World world;
  private final Outgoing outgoing;
  private final SignInRoutes signIn;
  private final PeopleRoutes people;
  private final MessageRoutes messages;
  private final RoomRoutes rooms;
  private final MembershipRoutes memberships;
  private final GroupRoutes groups;
  private final Actions actions;
  private final Webhooks webhooks;
  private final WebhookRoutes webhookRoutes;
  private final ControlRoutes control;
  private final AtomicLong defects = new AtomicLong();

  Platform(World world, long seed, InstantSource time) {
    this.world = world;
    var manners = new Switchboard<>(Manner.all(), seed);
    var faults = new Faults(seed);
    var limits = new SendLimits(time);
    var door = new RoomDoor(world.rooms(), manners);
    outgoing = new Outgoing(manners, world.clock());
    signIn = new SignInRoutes(world);
    people = new PeopleRoutes(world.people(), manners);
    messages = new MessageRoutes(world, door, limits, faults, manners);
    rooms = new RoomRoutes(world, door, manners);
    memberships = new MembershipRoutes(world, door);
    groups = new GroupRoutes(world, manners, seed);
    actions = new Actions(world, door, seed);
    webhooks = new Webhooks(world, door, actions);
    webhookRoutes = new WebhookRoutes(world, webhooks, seed);
    var readers = new Readers(world, door, actions, webhooks);
    control = new ControlRoutes(world, limits, faults, manners, readers, defects);
  }

  Answer answer(Request request) {
    try {
      return request.segment(0).filter("control"::equals).isPresent()
          ? controlled(request)
          : served(request);
    } catch (RuntimeException e) {
      // A mistake of the stand-in's own: a trial must not take it for a manner.
      defects.incrementAndGet();
      e.printStackTrace();
      return Errors.of(500, "The stand-in has failed: " + e);
    }
  }

  private Reply controlled(Request request) {
    try {
      return control.answer(request);
    } catch (Problem problem) {
      return problem.reply();
    }
  }

  private Answer served(Request request) {
    return switch (routed(request)) {
      case Reply reply -> outgoing.finished(reply);
      case Silence silence -> silence;
    };
  }

  private Answer routed(Request request) {
    try {
      if (request.segment(0).filter("v1"::equals).isEmpty()) {
        throw Problem.notFound();
      }
      if (request.method().equals("POST") && request.mediaType().equals("text/plain")) {
        throw Problem.of(415, "The media type of the request is not supported.");
      }
      return switch (request.segment(1).orElse("")) {
        case "authorize" -> signIn.authorize(request);
        case "access_token" -> signIn.token(request);
        case "people", "messages", "rooms", "memberships", "groups", "webhooks", "attachment" ->
            caller(request)
                .map(caller -> permitted(caller, request))
                .orElseGet(Errors::unauthorized);
        default -> throw Problem.notFound();
      };
    } catch (Problem problem) {
      return problem.reply();
    }
  }

  private Answer permitted(Caller caller, Request request) {
    return switch (request.segment(1).orElse("")) {
      case "people" -> people.answer(caller, request);
      case "messages" -> messages.answer(caller, request);
      case "rooms" -> rooms.answer(caller, request);
      case "memberships" -> memberships.answer(caller, request);
      case "groups" -> groups.answer(caller, request);
      case "webhooks" -> webhookRoutes.answer(caller, request);
      case "attachment" -> actions.answer(caller, request);
      default -> throw Problem.notFound();
    };
  }

  @Override
  public void close() {
    webhooks.close();
  }

  private Optional<Caller> caller(Request request) {
    return request
        .header("Authorization")
        .filter(value -> value.startsWith(BEARER))
        .flatMap(value -> world.access().caller(value.substring(BEARER.length()).strip()));
  }
}
