package belfry.access;

import belfry.apps.AppName;
import belfry.platform.ids.PersonId;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * One action, as the audit trail records it: {@code AuditEntry.in(app).by(person).did("user.add",
 * id).saying("sender")}.
 *
 * @param app empty if it concerns the whole portal
 * @param actor a person id; {@link #BELFRY} if the portal itself acted
 * @param action a name such as {@code job.edit}
 * @param object the id or name of what was changed
 * @param detail for people; may be empty
 * @param through the name of the API token that was used; empty if none was
 */
public record AuditEntry(
    String app, String actor, String action, String object, String detail, String through) {
  public static final String BELFRY = "belfry";

  /** What a row of the table {@code audit} says. */
  static AuditEntry read(ResultSet row) throws SQLException {
    return new AuditEntry(
        row.getString("app"),
        row.getString("actor"),
        row.getString("action"),
        row.getString("object"),
        row.getString("detail"),
        row.getString("through"));
  }

  public static AuditEntry in(AppName app) {
    return new AuditEntry(app.value(), BELFRY, "", "", "", "");
  }

  /** About the whole portal, not about one app. */
  public static AuditEntry inAll() {
    return new AuditEntry("", BELFRY, "", "", "", "");
  }

  public AuditEntry by(PersonId person) {
    return by(new ActingPerson(person));
  }

  public AuditEntry by(ActingPerson person) {
    return new AuditEntry(app, person.id().value(), action, object, detail, person.through());
  }

  /** Somebody who is not signed in. */
  public AuditEntry byStranger() {
    return new AuditEntry(app, "", action, object, detail, "");
  }

  public AuditEntry did(String what, String toWhat) {
    return new AuditEntry(app, actor, what, toWhat, detail, through);
  }

  public AuditEntry saying(String words) {
    return new AuditEntry(app, actor, action, object, words, through);
  }
}
