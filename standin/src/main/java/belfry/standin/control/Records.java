package belfry.standin.control;

import belfry.standin.answers.Json;
import belfry.standin.manners.Manner;
import belfry.standin.messages.SendLimits;
import belfry.standin.switches.Faults;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Reply;
import belfry.standin.world.IdType;
import belfry.standin.world.Message;
import belfry.standin.world.Person;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What a trial judges by: what is stored, and what came about. */
final class Records {
  private static final int SHOWN = 80;

  private final World world;
  private final SendLimits limits;
  private final Faults faults;
  private final Switchboard<Manner> manners;
  private final AtomicLong defects;

  /** The last counts what went wrong with the stand-in itself. */
  Records(
      World world,
      SendLimits limits,
      Faults faults,
      Switchboard<Manner> manners,
      AtomicLong defects) {
    this.world = world;
    this.limits = limits;
    this.faults = faults;
    this.manners = manners;
    this.defects = defects;
  }

  /**
   * How many messages of bots were ever stored, how many of these no client has asked for, and how
   * many are to be stored yet.
   */
  Reply count() {
    var ledger = world.office().ledger();
    return Json.reply(
        Json.object()
            .put("messages", ledger.size())
            .put("uncalled", ledger.uncalled())
            .put("pending", world.office().pending()));
  }

  /** All members of staff. */
  Reply people() {
    return Json.reply(
        Json.array(
            world.people().staff().stream()
                .map(person ->
                    Json.object()
                        .put("id", person.id())
                        .put("email", person.email())
                        .put("firstName", person.firstName())
                        .put("lastName", person.lastName()))
                .toList()));
  }

  /** Those of another company, each with both addresses. */
  Reply partners() {
    return Json.reply(
        Json.array(
            world.people().partners().stream()
                .map(person ->
                    Json.object()
                        .put("id", person.id())
                        .put("email", person.email())
                        .put("second", world.people().secondAddress(person)))
                .toList()));
  }

  Reply ledger() {
    return Json.reply(
        Json.array(world.office().ledger().messages().stream().map(this::entry).toList()));
  }

  private ObjectNode entry(Message message) {
    var person = message.room().other(message.author());
    var text = message.content().plain(world.people()).orElse("");
    var entry =
        Json.object()
            .put("id", message.id())
            .put("bot", world.people().bots().indexOf(message.author()))
            .put("kind", message.room().isDirect() ? "person" : "room")
            .put("recipient", person.map(Person::id).orElse(IdType.ROOM.of(message.room().uuid())))
            .put("text", text.substring(0, Math.min(SHOWN, text.length())))
            .put("storedMillis", message.stamp().stored().toEpochMilli())
            .put("origin", message.origin().label());
    message.content().markdown().ifPresent(markdown -> entry.put("markdown", markdown));
    message.content().cards().stream()
        .findFirst()
        .ifPresent(card -> entry.set("card", card.path("content")));
    message
        .content()
        .file()
        .ifPresent(
            file -> entry.putObject("file").put("name", file.name()).put("bytes", file.bytes()));
    var now = world.office().byId(message.id());
    if (now.isEmpty()) {
      entry.put("takenBack", true);
    }
    now.flatMap(one -> one.content().markdown())
        .ifPresent(markdown -> entry.put("markdownNow", markdown));
    return entry;
  }

  Reply stats() {
    var counts = limits.counts();
    var stats =
        Json.object()
            .put("accepted", counts.accepted())
            .put("throttled", counts.throttled())
            .put("early", counts.early())
            .put("underWay", counts.underWay())
            .put("defects", defects.get());
    put(stats.putObject("faults"), faults.board().counted());
    put(stats.putObject("manners"), manners.counted());
    return Json.reply(stats);
  }

  private static void put(ObjectNode object, Map<String, Long> counts) {
    counts.forEach(object::put);
  }
}
