package belfry.simulator.manners;

import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Principal;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Problem;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;

/** What becomes of an answer as a whole. */
final class Answers {
  private final Directory directory;

  Answers(Surroundings surroundings) {
    directory = surroundings.directory();
  }

  /** Says whether anything was changed. */
  boolean change(Habit habit, Reply reply) {
    return switch (habit.manner()) {
      case FALSELY_EMPTY -> empty(reply);
      case SECOND_PAGE_404 -> reply.isOfLink() && reply.replace(notFound(reply));
      case LISTING_HTML, GROUPS_HTML, MEMBERS_HTML, PEOPLE_HTML -> reply.replace(Proxies.page());
      case LISTING_EMPTY_OBJECT -> reply.replace(Json.answer(200, _ -> {}));
      case LISTING_ERROR ->
          reply.replace(
              Problem.answer(500, "Something went wrong.", reply.call().trackingId())
                  .withStatus(200));
      case LISTING_NO_CONTENT -> reply.replace(Answer.noContent());
      case LISTING_TRUNCATED -> truncate(reply);
      case LISTING_404_HTML, PEOPLE_404_HTML -> reply.replace(Proxies.refusal(404));
      case LISTING_404_OTHER -> reply.replace(otherJson(404, "no_route"));
      case PEOPLE_OTHER -> reply.replace(otherJson(200, "ok"));
      case ADDRESSEE_IN_FULL -> withAddress(reply);
      case ADDRESSEE_MISSING -> withoutAddressee(reply);
      case ADDRESSEE_OTHER -> withOtherAddressee(reply);
      case STORED_HTML -> reply.isSuccess() && reply.replace(Proxies.page());
      case STORED_NO_CONTENT -> reply.isSuccess() && reply.replace(Answer.noContent());
      case STORED_REFUSED ->
          reply.isSuccess() && reply.replace(Proxies.refusal((int) habit.number()));
      case GROUPS_LEFT_OUT -> withoutLastGroups(reply, habit.number());
      case MEMBERS_END_EARLY -> withoutLastMembers(reply, habit.number());
      default -> throw new IllegalArgumentException(habit.manner() + " is not about an answer");
    };
  }

  private static boolean empty(Reply reply) {
    reply.json().ifPresent(it -> it.putArray("items"));
    reply.touched();
    reply.unlink();
    return reply.isSuccess();
  }

  private static Answer.Full notFound(Reply reply) {
    return Problem.answer(
        404, "Could not find a message with provided ID.", reply.call().trackingId());
  }

  private static Answer.Full otherJson(int status, String word) {
    return Json.answer(
        status,
        json -> {
          json.writeNumberField("code", status);
          json.writeStringField("result", word);
        });
  }

  /** Its length is that of the half: what breaks off on the wire is a fault. */
  private static boolean truncate(Reply reply) {
    var whole = reply.written();
    var half = Arrays.copyOf(whole.body(), whole.body().length / 2);
    return whole.isSuccess() && reply.replace(whole.withBody(Json.TYPE, half));
  }

  /** As the specification's example has it: id and address, whichever of them was asked by. */
  private boolean withAddress(Reply reply) {
    var sent = reply.json().filter(it -> it.has("toPersonId") && !it.has("toPersonEmail"));
    var whom = sent.flatMap(it -> directory.principal(it.path("toPersonId").asText()));
    if (sent.isEmpty() || whom.isEmpty()) {
      return false;
    }
    sent.get().put("toPersonEmail", directory.email(whom.get()));
    reply.touched();
    return true;
  }

  private static boolean withoutAddressee(Reply reply) {
    var sent = reply.json();
    if (sent.isEmpty() || !sent.get().has("toPersonId")) {
      return false;
    }
    sent.get().remove(List.of("toPersonId", "toPersonEmail"));
    reply.touched();
    return true;
  }

  private boolean withOtherAddressee(Reply reply) {
    var sent = reply.json();
    if (sent.isEmpty()
        || !(directory.principal(sent.get().path("toPersonId").asText()).orElse(null)
            instanceof Principal.Person(var index))) {
      return false;
    }
    var other = (index + 1) % directory.people();
    sent.get().put("toPersonId", directory.personId(other));
    if (sent.get().has("toPersonEmail")) {
      sent.get().put("toPersonEmail", directory.personEmail(other));
    }
    reply.touched();
    return true;
  }

  private static boolean withoutLastGroups(Reply reply, long number) {
    var body = reply.json();
    if (body.isEmpty() || !cut(body.get(), "groups", list(body.get(), "groups").size() - number)) {
      return false;
    }
    body.get().put("itemsPerPage", list(body.get(), "groups").size());
    reply.touched();
    return true;
  }

  /** The members at the end of the group are not there, and no link leads to them. */
  private static boolean withoutLastMembers(Reply reply, long number) {
    var body = reply.json();
    if (body.isEmpty()) {
      return false;
    }
    var before = reply.call().query("startIndex").map(Long::parseLong).orElse(1L) - 1;
    var left = body.get().path("memberSize").asLong() - number - before;
    if (list(body.get(), "members").size() >= left) {
      reply.unlink();
    }
    reply.touched();
    return cut(body.get(), "members", left);
  }

  /** Says whether there was more than this. */
  private static boolean cut(ObjectNode body, String name, long most) {
    var all = list(body, name);
    var cut = false;
    while (all.size() > Math.max(0, most)) {
      all.remove(all.size() - 1);
      cut = true;
    }
    return cut;
  }

  private static ArrayNode list(ObjectNode body, String name) {
    return body.get(name) instanceof ArrayNode list ? list : body.arrayNode();
  }
}
