package belfry.simulator.manners;

import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Json;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An answer on its way out; its JSON is parsed once for all who look into it. */
final class Reply {
  private static final String MARK = "page";

  private final Call call;
  private final String callerId;
  private Answer.Full answer;
  private @Nullable ObjectNode json;
  private boolean changed;

  Reply(Answer.Full answer, Call call, String callerId) {
    this.answer = answer;
    this.call = call;
    this.callerId = callerId;
  }

  Call call() {
    return call;
  }

  boolean isSuccess() {
    return answer.isSuccess();
  }

  /** The body, if this is a success that has one of JSON. */
  Optional<ObjectNode> json() {
    if (json == null && isSuccess() && Json.TYPE.equals(answer.headers().get("Content-Type"))) {
      try {
        json = Json.MAPPER.readValue(answer.body(), ObjectNode.class);
      } catch (IOException e) {
        throw new UncheckedIOException("An answer of ours is no JSON", e);
      }
    }
    return Optional.ofNullable(json);
  }

  /** The elements of a list, or the one thing that was asked for. */
  private List<ObjectNode> items() {
    var body = json();
    if (body.isEmpty()) {
      return List.of();
    }
    if (!(body.get().get("items") instanceof ArrayNode list)) {
      return List.of(body.get());
    }
    var items = new ArrayList<ObjectNode>();
    list.forEach(it -> items.add((ObjectNode) it));
    return items;
  }

  /** Changes everything that has this habit, and counts what really was changed. */
  void changeItems(Habit habit, Items how) {
    if (habit.manner() == Manner.OWN_HIDDEN) {
      hide(it -> it.path("personId").asText().equals(callerId) && isDrawn(habit, it), habit);
      return;
    }
    for (var item : items()) {
      if (isDrawn(habit, item) && how.change(habit, item)) {
        habit.seen();
        changed = true;
      }
    }
  }

  private static boolean isDrawn(Habit habit, ObjectNode item) {
    return habit.isDrawnFor(item.path("id").asText());
  }

  private void hide(Predicate<ObjectNode> hidden, Habit habit) {
    var kept = new ArrayList<ObjectNode>();
    for (var item : items()) {
      if (hidden.test(item)) {
        habit.seen();
        changed = true;
      } else {
        kept.add(item);
      }
    }
    if (changed) {
      json().ifPresent(it -> it.putArray("items").addAll(kept));
    }
  }

  /** To be called after the JSON was changed. */
  void touched() {
    changed = true;
  }

  /** Drops what was there, and whatever was changed in it. */
  boolean replace(Answer.Full other) {
    answer = other;
    json = null;
    changed = false;
    return true;
  }

  /** Whether a link led here that was marked. */
  boolean isOfLink() {
    return call.query().containsKey(MARK);
  }

  /** Marks the link to the next page, so that it can be told from a first page asked for. */
  void markLink() {
    var link = answer.headers().get("Link");
    if (link != null && !isOfLink()) {
      answer = answer.with("Link", link.replace(">;", "&" + MARK + "=2>;"));
    }
  }

  void unlink() {
    answer = answer.without("Link");
  }

  Answer.Full written() {
    if (changed && json != null) {
      try {
        answer = answer.withBody(Json.TYPE, Json.MAPPER.writeValueAsBytes(json));
      } catch (IOException e) {
        throw new UncheckedIOException("An answer cannot be written", e);
      }
      changed = false;
    }
    return answer;
  }
}
