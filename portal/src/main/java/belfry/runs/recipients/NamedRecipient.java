package belfry.runs.recipients;

import belfry.base.Phrase;
import belfry.people.directory.Addresses;
import belfry.people.directory.OutsidePeople;
import belfry.people.directory.Person;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * A recipient who was written to by their address, and whom the platform has named since: from then
 * on they are a recipient like any other.
 */
public final class NamedRecipient {
  public static final Phrase BY_ADDRESS =
      Phrase.of(
          "reason.byAddress", "They have it already: it was sent to their address {{email}}.");
  static final Phrase TWO_WAYS =
      Phrase.of(
          "reason.twoWays",
          "Webex says that this address belongs to {{name}}, who is also a recipient and may have"
              + " it twice.");

  private NamedRecipient() {}

  /**
   * Everything under which somebody may be a recipient: also the addresses that the platform has
   * named them for, by which they may have it a second time, or alone.
   *
   * @param target the id, or the address, of one of their rows
   */
  public static Set<String> targets(Handle handle, PersonId target) {
    var forms = List.copyOf(PlatformId.forms(id(handle, target).value()));
    var targets = new LinkedHashSet<>(forms);
    targets.add(target.value());
    handle
        .createQuery("SELECT email FROM address WHERE person IN (<forms>)")
        .bindList("forms", forms)
        .mapTo(String.class)
        .forEach(targets::add);
    return targets;
  }

  /** Whom the platform has named, if this is an address; otherwise the same. */
  public static PersonId id(Handle handle, PersonId target) {
    return target
        .address()
        .flatMap(_ -> OutsidePeople.named(handle, target.value()))
        .orElse(target);
  }

  /** Another row of the same person. */
  private record Other(
      long seq,
      String target,
      String name,
      String key,
      String email,
      RecipientState state,
      Instant settled) {
    static Other read(ResultSet row) throws SQLException {
      return new Other(
          row.getLong("seq"),
          row.getString("target"),
          row.getString("name"),
          row.getString("name_key"),
          row.getString("email"),
          RecipientState.read(row.getString("state")),
          Instant.ofEpochMilli(row.getLong("settled_at")));
    }

    private boolean isWaiting() {
      return state == RecipientState.PENDING || state == RecipientState.RETRY;
    }
  }

  /**
   * Keeps who it is, if the settlement says so.
   *
   * @return the state in which the same person waited under their id, and now does not any more
   */
  public static Optional<RecipientState> of(Handle handle, Settlement settlement, Instant now) {
    if (settlement.to() != RecipientState.SENT || settlement.person().isEmpty()) {
      return Optional.empty();
    }
    var person = settlement.person().get();
    var email = target(handle, settlement).address().orElseThrow();
    OutsidePeople.named(handle, email, person, now);
    var other = other(handle, settlement, person);
    if (other.isEmpty()) {
      call(handle, settlement, person.value());
      return Optional.empty();
    }
    var same = other.get();
    if (!same.isWaiting()) {
      OutsidePeople.both(handle, email, Person.address(same.email), same.settled, now);
      twice(handle, settlement, same);
      return Optional.empty();
    }
    skip(handle, settlement, same, email, now);
    return Optional.of(same.state);
  }

  /** Whose the addresses are of somebody whom the platform cannot find is asked again. */
  public static void forgetGone(Handle handle, Settlement settlement) {
    if (settlement.to() == RecipientState.FAILED && Reasons.isNotFound(settlement.reason())) {
      Addresses.forget(handle, target(handle, settlement));
    }
  }

  /** What either shows then may be the other's message. */
  private static void twice(Handle handle, Settlement settlement, Other same) {
    handle.execute(
        "UPDATE recipient SET warned = warned + 1 WHERE run = ? AND seq IN (?, ?)",
        settlement.run().value(),
        settlement.seq(),
        same.seq);
    handle.execute(
        "UPDATE recipient SET reason = ? WHERE run = ? AND seq = ?",
        TWO_WAYS.with("name", same.name).english(),
        settlement.run().value(),
        settlement.seq());
  }

  private static PersonId target(Handle handle, Settlement settlement) {
    return handle
        .createQuery("SELECT target FROM recipient WHERE run = ? AND seq = ?")
        .bind(0, settlement.run().value())
        .bind(1, settlement.seq())
        .mapTo(String.class)
        .map(PersonId::new)
        .one();
  }

  private static Optional<Other> other(Handle handle, Settlement settlement, PersonId person) {
    return handle
        .createQuery(
            """
            SELECT seq, target, name, name_key, email, state, settled_at FROM recipient
            WHERE run = :run AND target IN (<forms>)
            """)
        .bind("run", settlement.run().value())
        .bindList("forms", List.copyOf(PlatformId.forms(person.value())))
        .map((row, _) -> Other.read(row))
        .findFirst();
  }

  /** Each keeps what happened to it; the names change places, because no two may be the same. */
  private static void skip(
      Handle handle, Settlement settlement, Other same, String email, Instant now) {
    handle.execute(
        "UPDATE recipient SET target = ?, state = ?, reason = ?, settled_at = ? WHERE run = ? AND"
            + " seq = ?",
        PersonId.at("-").value() + same.seq,
        RecipientLife.after(same.state, new RecipientLife.Event.Cancelled()).word(),
        BY_ADDRESS.with("email", email).english(),
        now,
        settlement.run().value(),
        same.seq);
    call(handle, settlement, same.target);
    handle.execute(
        "UPDATE recipient SET target = ? WHERE run = ? AND seq = ?",
        PersonId.at(email).value(),
        settlement.run().value(),
        same.seq);
    handle.execute(
        "UPDATE recipient SET name = ?, name_key = ? WHERE run = ? AND seq = ?",
        same.name,
        same.key,
        settlement.run().value(),
        settlement.seq());
  }

  private static void call(Handle handle, Settlement settlement, String target) {
    handle.execute(
        "UPDATE recipient SET target = ? WHERE run = ? AND seq = ?",
        target,
        settlement.run().value(),
        settlement.seq());
  }
}
