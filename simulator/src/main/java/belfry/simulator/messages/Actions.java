package belfry.simulator.messages;

import belfry.simulator.base.Time;
import belfry.simulator.directory.Ids;
import belfry.simulator.directory.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Every button of a card that was pressed, oldest first. */
public final class Actions {
  private final Ids ids;
  private final Time time;
  private final AtomicLong next = new AtomicLong();
  private volatile Consumer<News> listener = _ -> {};
  private final Map<Long, Action> byNumber = new ConcurrentSkipListMap<>();

  public Actions(Ids ids, Time time) {
    this.ids = ids;
    this.time = time;
  }

  public Action add(Message message, Principal person, String inputs) {
    var number = next.getAndIncrement();
    var id = ids.id(Ids.Kind.ACTION, number);
    var action = new Action(id, message, person, inputs, Instant.ofEpochMilli(time.millis()));
    byNumber.put(number, action);
    listener.accept(new News.Pressed(action));
    return action;
  }

  /** Who is told of each, on the thread that pressed. */
  public void listen(Consumer<News> to) {
    listener = to;
  }

  public Optional<Action> byId(String id) {
    var number = Ids.uuidOf(Ids.Kind.ACTION.type(), id).map(it -> ids.number(Ids.Kind.ACTION, it));
    return number.isPresent() && number.get().isPresent()
        ? Optional.ofNullable(byNumber.get(number.get().getAsLong()))
        : Optional.empty();
  }

  /** What somebody pressed under one message. */
  public List<Action> of(Message message, Principal person) {
    return byNumber.values().stream()
        .filter(it -> it.message().id().equals(message.id()) && it.person().equals(person))
        .toList();
  }

  /** Forgets all of them; numbers go on, so that no id comes twice. */
  public void forget() {
    byNumber.clear();
  }
}
