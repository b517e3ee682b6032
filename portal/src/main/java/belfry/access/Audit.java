package belfry.access;

import belfry.base.Phrase;
import belfry.base.Time;
import belfry.storage.Database;
import belfry.storage.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * The audit trail: what was done, by whom, and when. Rows are only ever added, and each signature
 * covers the previous row, so that a changed, removed or inserted row is found.
 *
 * <p>One thing cannot be detected from inside: the newest rows being cut off together with the
 * record of where the trail ends. To exclude that, note the output of {@code belfry verify-audit}
 * from time to time.
 */
public final class Audit {
  private static final String PURPOSE = "audit";
  private static final int PAGE = 1_000;

  /** How many of a key's newest rows tell whether it is that key. */
  private static final int COMPARED = 50;

  private final Database database;
  private final Vault vault;
  private final Time time;

  public Audit(Database database, Vault vault, Time time) {
    this.database = database;
    this.vault = vault;
    this.time = time;
  }

  /**
   * Adds a row in the caller's transaction, so that a change and its record are committed together
   * or not at all.
   */
  public void record(Handle handle, AuditEntry entry) {
    // The update comes first, because it serializes writers on both engines.
    var seq =
        handle
            .createQuery("UPDATE audit_head SET seq = seq + 1 WHERE one = 1 RETURNING seq")
            .mapTo(Long.class)
            .one();
    var previous =
        handle
            .createQuery("SELECT signature FROM audit_head WHERE one = 1")
            .mapTo(String.class)
            .one();
    var at = time.now();
    var row = new Row(seq, at.toEpochMilli(), entry);
    var signature = vault.sign(PURPOSE, row.signed(previous));
    handle.execute(
        """
        INSERT INTO audit (seq, at, app, actor, action, object, detail, through, signature)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        seq,
        at,
        entry.app(),
        entry.actor(),
        entry.action(),
        entry.object(),
        entry.detail(),
        entry.through(),
        signature);
    handle.execute("UPDATE audit_head SET signature = ? WHERE one = 1", signature);
  }

  /** Adds a row in a transaction of its own. */
  public void record(AuditEntry entry) {
    database.write(handle -> {
      record(handle, entry);
      return true;
    });
  }

  private record Row(long seq, long at, AuditEntry entry) {
    /** Rows without a token are signed as they were before there were tokens. */
    String[] signed(String previous) {
      var parts =
          Stream.of(
              previous,
              Long.toString(seq),
              Long.toString(at),
              entry.app(),
              entry.actor(),
              entry.action(),
              entry.object(),
              entry.detail());
      var through = entry.through().isEmpty() ? Stream.<String>empty() : Stream.of(entry.through());
      return Stream.concat(parts, through).toArray(String[]::new);
    }
  }

  /**
   * The result of checking the whole chain.
   *
   * @param rows how many rows were intact before the first broken one
   * @param fault the first broken place; empty if there is none
   */
  public record Verification(long rows, Optional<Phrase> fault) {}

  /**
   * The result of checking a part of the chain.
   *
   * @param sound the number of the last row up to which all are intact
   * @param fault what is wrong with the next row; empty if nothing was found
   * @param complete whether the end of the chain was reached, or a fault
   */
  public record Part(long sound, Optional<Phrase> fault, boolean complete) {}

  private record Signed(Row row, String signature) {}

  /** Reads all rows from the first and checks each against the one before it. */
  public Verification verify() {
    var part = verify(0, Long.MAX_VALUE);
    return new Verification(part.sound, part.fault);
  }

  /**
   * Checks at most {@code most} rows after {@code after}, which was found sound before: 0 for the
   * first. Each row is checked against the one before it as that now is, so a row that was changed
   * between two parts is found too.
   */
  public Part verify(long after, long most) {
    var seq = after;
    var previous = "";
    if (after > 0) {
      var last = database.read(handle -> page(handle, after - 1, 1));
      if (last.isEmpty() || last.getFirst().row.seq != after) {
        return fault(after - 1, missing(after));
      }
      previous = last.getFirst().signature;
    }
    while (seq - after < most) {
      var from = seq;
      var size = (int) Math.min(PAGE, most - (seq - after));
      var page = database.read(handle -> page(handle, from, size));
      for (var next : page) {
        if (next.row.seq != seq + 1) {
          return fault(seq, missing(seq + 1));
        }
        if (!vault.verify(next.signature, PURPOSE, next.row.signed(previous))) {
          return fault(seq, unsound(next));
        }
        seq++;
        previous = next.signature;
      }
      if (page.isEmpty()) {
        var end = database.read(handle -> end(handle, from));
        if (!end.more) {
          return end.seq == seq && end.signature.equals(previous)
              ? new Part(seq, Optional.empty(), true)
              : fault(seq, Phrase.of("trail.cutOff", "rows after {{row}} are missing", "row", seq));
        }
      }
    }
    return new Part(seq, Optional.empty(), false);
  }

  /**
   * Whether the key of this name is not the one that signed here: it fits none of the newest rows
   * that name it. Several are looked at, because some may have been changed, or signed while
   * another key was in its place.
   */
  public static boolean isSignedByAnother(Handle handle, Vault vault, String key) {
    var newest = naming(handle, key);
    return !newest.isEmpty()
        && newest.stream()
            .noneMatch(one ->
                vault.verify(one.signed.signature, PURPOSE, one.signed.row.signed(one.previous)));
  }

  private record Linked(Signed signed, String previous) {}

  private static List<Linked> naming(Handle handle, String key) {
    return handle
        .createQuery(
            """
            SELECT one.*, COALESCE(before.signature, '') AS previous
            FROM audit one LEFT JOIN audit before ON before.seq = one.seq - 1
            WHERE SUBSTR(one.signature, 1, :length) = :start
            ORDER BY one.seq DESC LIMIT :most
            """)
        .bind("length", key.length() + 1)
        .bind("start", key + ".")
        .bind("most", COMPARED)
        .map((row, _) -> new Linked(signed(row), row.getString("previous")))
        .list();
  }

  private static Phrase missing(long row) {
    return Phrase.of("trail.missing", "row {{row}} is missing", "row", row);
  }

  /** Whether it ends before this row, by its own record and by its rows. */
  public boolean endsBefore(long row) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT 1 FROM audit_head WHERE one = 1 AND seq < :row
                  AND NOT EXISTS (SELECT 1 FROM audit WHERE audit.seq >= :row)
                """)
            .bind("row", row)
            .mapTo(Integer.class)
            .findOne()
            .isPresent());
  }

  /** A row that another key of the same name signed looks like one that was changed. */
  private Phrase unsound(Signed signed) {
    return vault
        .missingKey(signed.signature)
        .map(key ->
            Phrase.of(
                "trail.noKey",
                "row {{row}} is signed with the key '{{key}}', which is not in the key file",
                "row",
                signed.row.seq,
                "key",
                key))
        .orElseGet(() ->
            Vault.keyOf(signed.signature)
                .map(key ->
                    Phrase.of(
                        "trail.otherKey",
                        "row {{row}} was changed, or signed with another key than the '{{key}}' in the key file",
                        "row",
                        signed.row.seq,
                        "key",
                        key))
                .orElseGet(() ->
                    Phrase.of("trail.changed", "row {{row}} was changed", "row", signed.row.seq)));
  }

  /**
   * Where the chain ends according to its own record, and whether rows were added while it was
   * read.
   */
  private record End(long seq, String signature, boolean more) {}

  /** In one statement, so that no row can come between the two answers. */
  private static End end(Handle handle, long after) {
    return handle
        .createQuery(
            """
            SELECT seq, signature, (SELECT COUNT(*) FROM audit WHERE audit.seq > ?) AS more
            FROM audit_head WHERE one = 1
            """)
        .bind(0, after)
        .map((row, _) ->
            new End(row.getLong("seq"), row.getString("signature"), row.getLong("more") > 0))
        .one();
  }

  private static Part fault(long sound, Phrase what) {
    return new Part(sound, Optional.of(what), true);
  }

  private static List<Signed> page(Handle handle, long after, int most) {
    return handle
        .createQuery(
            """
            SELECT seq, at, app, actor, action, object, detail, through, signature
            FROM audit WHERE seq > ? ORDER BY seq LIMIT ?
            """)
        .bind(0, after)
        .bind(1, most)
        .map((row, _) -> signed(row))
        .list();
  }

  private static Signed signed(ResultSet row) throws SQLException {
    return new Signed(
        new Row(row.getLong("seq"), row.getLong("at"), AuditEntry.read(row)),
        row.getString("signature"));
  }
}
