package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Person;
import belfry.simulator.directory.Principal;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Problem;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code /v1/people}: platform-api.md 3. */
final class PeopleApi {
  private static final int MOST_IDS = 85;
  private static final String JOINED = "2024-03-01T08:00:00.000Z";

  private final Directory directory;

  PeopleApi(Directory directory) {
    this.directory = directory;
  }

  void addTo(Routes routes) {
    routes.on(Operation.PEOPLE_ME, this::me);
    routes.on(Operation.PEOPLE_GET, this::get);
    routes.on(Operation.PEOPLE_LIST, this::list);
  }

  private Answer.Full me(Exchange exchange) {
    exchange.needs("spark:people_read");
    return Json.answer(200, json -> write(json, exchange.principal(), exchange));
  }

  private Answer.Full get(Exchange exchange) {
    exchange.needs("spark:people_read");
    var found =
        directory
            .principal(exchange.call().part("id"))
            .orElseThrow(() -> new Problem(404, "Person not found."));
    return Json.answer(200, json -> write(json, found, exchange));
  }

  private Answer.Full list(Exchange exchange) {
    exchange.needs("spark:people_read", "spark-admin:people_read");
    var call = exchange.call();
    var stretch = Paging.stretch(exchange);
    return Paging.page(
        call, stretch, found(exchange, stretch), (json, it) -> write(json, it, exchange));
  }

  private List<Principal> found(Exchange exchange, Paging.Stretch stretch) {
    var call = exchange.call();
    if (call.query("id").isPresent()) {
      return byIds(call.query("id").get());
    }
    if (call.query("email").isPresent()) {
      return byEmail(call.query("email").get());
    }
    var prefix = call.query("displayName");
    if (prefix.isEmpty() && !mayListEverybody(exchange)) {
      throw new Problem(400, "Email, displayName, or id list should be specified.");
    }
    return prefix.isEmpty() ? everybody(stretch) : byName(prefix.get(), stretch);
  }

  private static boolean mayListEverybody(Exchange exchange) {
    return exchange.caller().administers() && exchange.caller().has("spark-admin:people_read");
  }

  private List<Principal> byIds(String list) {
    var ids = list.split(",");
    if (ids.length > MOST_IDS) {
      throw new Problem(400, "At most %d ids can be asked for at once.".formatted(MOST_IDS));
    }
    return Stream.of(ids).map(directory::principal).flatMap(Optional::stream).toList();
  }

  private List<Principal> byEmail(String email) {
    if (!email.contains("@")) {
      throw new Problem(400, "Invalid email address.");
    }
    // Only within the organization of whoever asks.
    return directory.principalByEmail(email).stream()
        .filter(it -> !directory.isOutside(it))
        .toList();
  }

  private List<Principal> everybody(Paging.Stretch stretch) {
    return directory
        .listed(stretch.from(), stretch.look())
        .<Principal>mapToObj(Principal.Person::new)
        .toList();
  }

  private List<Principal> byName(String prefix, Paging.Stretch stretch) {
    return directory.byNamePrefix(prefix, stretch.from(), stretch.look()).stream()
        .<Principal>map(it -> new Principal.Person(it.index()))
        .toList();
  }

  private void write(JsonGenerator json, Principal principal, Exchange exchange)
      throws IOException {
    json.writeStringField("id", directory.id(principal));
    json.writeArrayFieldStart("emails");
    json.writeString(directory.email(principal));
    json.writeEndArray();
    if (principal instanceof Principal.Person(var index)) {
      write(json, directory.person(index), exchange);
    } else {
      json.writeStringField("displayName", directory.displayName(principal));
      json.writeStringField("nickName", directory.displayName(principal));
    }
    json.writeStringField("orgId", directory.organizationId(principal));
    json.writeStringField("created", JOINED);
    json.writeStringField("type", principal instanceof Principal.Person ? "person" : "bot");
  }

  private void write(JsonGenerator json, Person person, Exchange exchange) throws IOException {
    json.writeStringField("displayName", person.displayName());
    json.writeStringField("nickName", person.firstName());
    json.writeStringField("firstName", person.firstName());
    json.writeStringField("lastName", person.lastName());
    json.writeStringField("department", person.department());
    json.writeStringField("title", person.title());
    // No presence when ids are asked for; roles and the like are for administrators only.
    if (exchange.call().query("id").isEmpty()) {
      json.writeStringField("status", person.index() % 3 == 0 ? "active" : "inactive");
    }
    if (exchange.caller().administers()) {
      json.writeStringField("loginEnabled", "true");
      json.writeStringField("invitePending", "false");
    }
  }
}
