package belfry.simulator.messages;

import belfry.simulator.directory.Principal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What the bots got accepted, for whoever must prove that nothing was lost and nothing sent twice.
 * A message counts from the moment it was stored, deleted or not, shown in listings or not.
 */
public final class Ledger {
  private static final int MOST_DOUBLED_SHOWN = 100;
  private static final int BATCH = 8_192;

  private final Messages messages;

  public Ledger(Messages messages) {
    this.messages = messages;
  }

  /**
   * Which messages to look at: of one bot (by id, name or address) or all; with these words or any.
   */
  public record Query(@Nullable String bot, @Nullable String contains) {
    public static final Query ALL = new Query(null, null);

    public static Query containing(String words) {
      return new Query(null, words);
    }
  }

  /**
   * One accepted message.
   *
   * @param recipient a person's id, or a room's id for a space
   * @param rival whether another program said it, with the token of the same bot
   */
  public record Entry(
      String bot,
      String recipient,
      long createdMillis,
      String messageId,
      String contentHash,
      boolean deleted,
      boolean rival) {}

  /** Somebody who was sent more than one message by the same bot. */
  public record Doubled(String bot, String recipient, String email, int times) {}

  /**
   * Sums over the messages asked for; {@code doubled} shows the first hundred only. What a rival
   * said is in {@code rival} and in nothing else.
   */
  public record Totals(
      int messages,
      int recipients,
      int doubledRecipients,
      List<Doubled> doubled,
      long firstMillis,
      long lastMillis,
      int rival) {}

  public Totals totals(Query query) {
    var counts = new LongIntTable();
    var found = new IntColumn();
    var rival = new AtomicInteger();
    each(
        query,
        number -> {
          if (messages.isRival(number)) {
            rival.incrementAndGet();
            return;
          }
          var times = counts.get(conversation(number));
          counts.put(conversation(number), Math.max(times, 0) + 1);
          found.add(number);
        });
    var doubled = new ArrayList<Doubled>();
    var doubledRecipients = 0;
    for (var place = 0; place < found.size(); place++) {
      var times = counts.get(conversation(found.get(place)));
      if (times > 1) {
        doubledRecipients++;
        if (doubled.size() < MOST_DOUBLED_SHOWN) {
          doubled.add(doubled(found.get(place), times));
        }
        counts.put(conversation(found.get(place)), 0);
      }
    }
    return new Totals(
        found.size(),
        counts.size(),
        doubledRecipients,
        doubled,
        found.size() == 0 ? 0 : messages.createdMillis(found.get(0)),
        found.size() == 0 ? 0 : messages.createdMillis(found.get(found.size() - 1)),
        rival.get());
  }

  /** Every message asked for, in the order of acceptance. */
  public void entries(Query query, Consumer<Entry> consumer) {
    each(query, number -> consumer.accept(entry(number)));
  }

  public List<Entry> entries(Query query) {
    var entries = new ArrayList<Entry>();
    entries(query, entries::add);
    return entries;
  }

  /** How many messages, but a rival's, were accepted in each second of the epoch that saw any. */
  public SortedMap<Long, Integer> perSecond(Query query) {
    var seconds = new TreeMap<Long, Integer>();
    each(
        query,
        number -> {
          if (!messages.isRival(number)) {
            seconds.merge(messages.createdMillis(number) / 1000, 1, Integer::sum);
          }
        });
    return seconds;
  }

  /** Forgets every message, so that the next run starts from nothing. */
  public void reset() {
    messages.forget();
  }

  private void each(Query query, IntConsumer action) {
    var asked = filter(query);
    var from = 0;
    var to = messages.size();
    while (from < to) {
      var numbers = new IntColumn();
      from =
          messages.each(
              from,
              Math.min(BATCH, to - from),
              number -> {
                if (asked.test(number)) {
                  numbers.add(number);
                }
              });
      for (var place = 0; place < numbers.size(); place++) {
        action.accept(numbers.get(place));
      }
    }
  }

  private IntPredicate filter(Query query) {
    var bot = query.bot() == null ? null : code(query.bot());
    var contains = query.contains();
    Map<Integer, Boolean> asked = new HashMap<>();
    return number ->
        Principal.isBot(messages.authorCode(number))
            && (bot == null || messages.authorCode(number) == bot)
            && (contains == null || says(messages.words(number), contains, asked));
  }

  /** Contents are few and long, messages many: each content is searched once. */
  private static boolean says(Words words, String part, Map<Integer, Boolean> known) {
    return known.computeIfAbsent(words.number(), _ -> words.content().words().contains(part));
  }

  private int code(String bot) {
    return messages
        .directory()
        .bot(bot)
        .map(it -> new Principal.Bot(it.index()).code())
        .orElseThrow(() -> new IllegalArgumentException("No bot is called " + bot));
  }

  /** One number for "this bot to this recipient": several bots share a space, never a 1:1 room. */
  private long conversation(int number) {
    var room = messages.roomCode(number);
    return room >= 0 ? room : room * (1L << 30) - messages.authorCode(number);
  }

  private Doubled doubled(int number, int times) {
    var entry = entry(number);
    var directory = messages.directory();
    var email =
        Room.of(messages.roomCode(number)) instanceof Room.Direct direct
            ? directory.email(direct.other(author(number)))
            : "";
    return new Doubled(entry.bot(), entry.recipient(), email, times);
  }

  private Entry entry(int number) {
    var directory = messages.directory();
    var recipient =
        switch (Room.of(messages.roomCode(number))) {
          case Room.Direct direct -> directory.id(direct.other(author(number)));
          case Room.Group space -> space.id(directory.ids());
        };
    return new Entry(
        directory.displayName(author(number)),
        recipient,
        messages.createdMillis(number),
        messages.id(number),
        messages.words(number).hash(),
        messages.isDeleted(number),
        messages.isRival(number));
  }

  private Principal author(int number) {
    return Principal.of(messages.authorCode(number));
  }
}
