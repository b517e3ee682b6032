package belfry.runs.recipients;

import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.platform.ids.SpaceId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** Writes the results of attempts into the recipients' rows; a message counts for one of them. */
public final class Settlements {
  private final Handle handle;
  private final String bot;
  private final Instant now;

  /** {@code bot} is the bot that sent them; empty while unknown. */
  public Settlements(Handle handle, Optional<PersonId> bot, Instant now) {
    this.handle = handle;
    this.bot = bot.map(PersonId::value).orElse("");
    this.now = now;
  }

  /** Writes those whose attempt is in this state; returns them. */
  public List<Settlement> write(Collection<Settlement> settlements, RecipientState from) {
    if (settlements.isEmpty()) {
      return List.of();
    }
    var batch =
        handle.prepareBatch(
            """
            UPDATE recipient SET state = ?, message_id = NULLIF(?, ''), room_id = NULLIF(?, ''),
              email = CASE WHEN email = '' THEN ? ELSE email END, reason = ?, settled_at = ?, dated = ?,
              doubted = CASE WHEN ? = 'unknown' THEN 1 ELSE doubted END,
              bot = CASE WHEN ? = 'unknown' AND ? <> '' THEN ? ELSE bot END WHERE run = ? AND seq = ? AND attempt_id = ? AND state = ?
            """);
    for (var settlement : settlements) {
      batch.add(
          settlement.to().word(),
          settlement.messageId(),
          settlement.roomId().map(SpaceId::value).orElse(""),
          settlement.email(),
          settlement.reason(),
          now,
          settlement.dated().orElse(null),
          settlement.to().word(),
          settlement.to().word(),
          bot,
          bot,
          settlement.run().value(),
          settlement.seq(),
          settlement.attemptId(),
          from.word());
    }
    var counts = batch.execute();
    var written = new ArrayList<Settlement>();
    var i = 0;
    for (var settlement : settlements) {
      if (counts[i++] > 0) {
        written.add(settlement);
      }
    }
    return written;
  }

  /** All but some of them. */
  public static List<Settlement> without(
      Collection<Settlement> settlements, List<Settlement> some) {
    var left = new LinkedHashSet<>(settlements);
    some.forEach(left::remove);
    return List.copyOf(left);
  }

  /** Those of these whose message is on record already, or is an earlier one's of them. */
  public List<Settlement> recorded(Collection<Settlement> settlements) {
    var sent =
        settlements.stream()
            .filter(one -> one.to() == RecipientState.SENT && !one.messageId().isEmpty())
            .toList();
    var keys = sent.isEmpty() ? new HashSet<String>() : onRecord(sent);
    return sent.stream().filter(one -> !keys.add(PlatformId.key(one.messageId()))).toList();
  }

  private Set<String> onRecord(List<Settlement> sent) {
    var forms = new ArrayList<String>();
    sent.forEach(one -> forms.addAll(PlatformId.formsOfMessage(one.messageId())));
    var keys = new HashSet<String>();
    for (var part : RecipientRows.parts(forms)) {
      keys.addAll(onRecord(handle, part));
    }
    return keys;
  }

  private static List<String> onRecord(Handle handle, Collection<String> ids) {
    return handle
        .createQuery(
            "SELECT message_id FROM recipient WHERE message_id IN (<ids>) AND state = 'sent'")
        .bindList("ids", ids)
        .mapTo(String.class)
        .map(PlatformId::key)
        .list();
  }

  /** Whether a message is on record for anybody, in whatever form. */
  static boolean isRecorded(Handle handle, String messageId) {
    return !onRecord(handle, PlatformId.formsOfMessage(messageId)).isEmpty();
  }
}
