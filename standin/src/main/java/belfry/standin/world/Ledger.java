package belfry.standin.world;

import java.util.ArrayList;
import java.util.List;

/** Every message that was ever stored for a bot, in the order of storing; nothing is taken away. */
public final class Ledger {
  private final List<Message> messages = new ArrayList<>();

  synchronized void note(Message message) {
    messages.add(message);
  }

  public synchronized List<Message> messages() {
    return List.copyOf(messages);
  }

  public synchronized int size() {
    return messages.size();
  }

  /** How many of them no client of the platform has asked for. */
  public synchronized long uncalled() {
    return messages.stream().filter(one -> one.origin() != Message.Origin.CLIENT).count();
  }
}
