package belfry.standin.routes;

import static belfry.standin.manners.DirectoryManner.PEOPLE_EMPTY;
import static belfry.standin.manners.DirectoryManner.PEOPLE_HTML;
import static belfry.standin.manners.DirectoryManner.PEOPLE_MISSING_HTML;
import static belfry.standin.manners.DirectoryManner.PEOPLE_OTHER_JSON;
import static belfry.standin.manners.DirectoryManner.PEOPLE_SHORT;

import belfry.standin.answers.Errors;
import belfry.standin.answers.Json;
import belfry.standin.answers.Numbers;
import belfry.standin.answers.Problem;
import belfry.standin.manners.Manner;
import belfry.standin.manners.StampManner;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Access.Caller;
import belfry.standin.world.Access.Scope;
import belfry.standin.world.IdType;
import belfry.standin.world.People;
import belfry.standin.world.Person;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** {@code /v1/people} and what is below. */
public final class PeopleRoutes {
  private static final int USUAL = 100;
  private static final int MOST = 1000;
  private static final int MOST_IDS = 85;

  private final People people;
  private final Switchboard<Manner> manners;

  public PeopleRoutes(People people, Switchboard<Manner> manners) {
    this.people = people;
    this.manners = manners;
  }

  public Reply answer(Caller caller, Request request) {
    if (request.segments().size() > 3) {
      throw Problem.notFound();
    }
    if (!request.method().equals("GET")) {
      throw Problem.notAllowed();
    }
    var id = request.segment(2);
    if (id.filter("me"::equals).isPresent()) {
      return Json.reply(view(caller.person(), caller));
    }
    var instead = instead();
    if (instead.isPresent()) {
      return instead.get();
    }
    return id.isPresent()
        ? Json.reply(view(byId(id.get()).orElseThrow(Problem::notFound), caller))
        : list(caller, request);
  }

  private Optional<Reply> instead() {
    if (manners.draw(PEOPLE_HTML)) {
      return Optional.of(Errors.page(200, "Just a moment..."));
    }
    if (manners.draw(PEOPLE_MISSING_HTML)) {
      return Optional.of(Errors.page(404, "404 Not Found"));
    }
    if (manners.draw(PEOPLE_OTHER_JSON)) {
      return Optional.of(
          manners.turn(PEOPLE_OTHER_JSON, 2) == 0
              ? Json.reply(Json.object().put("status", "ok"))
              : Errors.otherJson(404));
    }
    return Optional.empty();
  }

  private Reply list(Caller caller, Request request) {
    var max = Math.min(MOST, Numbers.atLeast(1, request.query(), "max", USUAL));
    var found = shortened(found(caller, request));
    return Slices.of(found, request, max, person -> view(person, caller));
  }

  private List<Person> shortened(List<Person> found) {
    if (manners.draw(PEOPLE_EMPTY)) {
      return List.of();
    }
    return manners.draw(PEOPLE_SHORT) ? found.subList(0, found.size() / 2) : found;
  }

  private List<Person> found(Caller caller, Request request) {
    var query = request.query();
    var ids = query.value("id");
    if (ids.isPresent()) {
      return ofIds(ids.get());
    }
    var email = query.value("email");
    if (email.isPresent()) {
      if (!email.get().contains("@")) {
        throw Problem.of(400, "Invalid email: " + email.get());
      }
      return people.byEmail(email.get()).filter(PeopleRoutes::isOurs).stream().toList();
    }
    var name = query.value("displayName");
    if (name.isPresent()) {
      return people.named(name.get());
    }
    if (isAdministrator(caller)) {
      return people.staff();
    }
    throw Problem.of(400, "Email, displayName, or id list should be specified.");
  }

  private List<Person> ofIds(String list) {
    var ids = Arrays.asList(list.split(",", -1));
    if (ids.size() > MOST_IDS) {
      throw Problem.of(400, "No more than 85 ids can be asked for at once.");
    }
    if (ids.stream().anyMatch(id -> IdType.uuidIn(id.strip()).isEmpty())) {
      throw Problem.of(400, "Expect base64 ID or UUID.");
    }
    return ids.stream().map(id -> byId(id.strip())).flatMap(Optional::stream).distinct().toList();
  }

  private Optional<Person> byId(String id) {
    return people.byId(id).filter(PeopleRoutes::isOurs);
  }

  /** Whoever is of another company can be written to, and is looked up in vain. */
  private static boolean isOurs(Person person) {
    return !person.isPartner();
  }

  private boolean isAdministrator(Caller caller) {
    return caller.scope() == Scope.DIRECTORY || caller.person().equals(people.administrator());
  }

  private ObjectNode view(Person person, Caller caller) {
    var view = Json.object().put("id", person.id());
    view.putArray("emails").add(person.email());
    view.put("displayName", person.displayName()).put("nickName", person.firstName());
    if (!person.isBot()) {
      view.put("firstName", person.firstName());
    }
    if (!person.lastName().isEmpty()) {
      view.put("lastName", person.lastName());
    }
    view.put("orgId", IdType.ORGANIZATION.of(people.organisation()))
        .put("created", StampManner.usualForm(person.created()))
        .put("type", person.isBot() ? "bot" : "person");
    if (isAdministrator(caller)) {
      view.put("invitePending", false).put("loginEnabled", true);
    }
    return view;
  }
}
