package belfry.access;

import belfry.apps.AppName;
import belfry.platform.PersonId;

/**
 * One thing that was done, as the trail keeps it: {@code
 * AuditEntry.in(app).by(person).did("user.add", id).saying("sender")}.
 *
 * @param app empty for what concerns the whole portal
 * @param actor a person id; {@link #BELFRY} where the portal itself acted
 * @param action a word of the trail, like {@code job.edit}
 * @param object the id of what it was done to, or its name
 * @param detail for people; empty where there is nothing to say
 */
public record AuditEntry(String app, String actor, String action, String object, String detail) {
  public static final String BELFRY = "belfry";

  public static AuditEntry in(AppName app) {
    return new AuditEntry(app.value(), BELFRY, "", "", "");
  }

  /** About the whole portal, not about one app. */
  public static AuditEntry inAll() {
    return new AuditEntry("", BELFRY, "", "", "");
  }

  public AuditEntry by(PersonId person) {
    return new AuditEntry(app, person.value(), action, object, detail);
  }

  /** Somebody who is not signed in. */
  public AuditEntry byStranger() {
    return new AuditEntry(app, "", action, object, detail);
  }

  public AuditEntry did(String what, String toWhat) {
    return new AuditEntry(app, actor, what, toWhat, detail);
  }

  public AuditEntry saying(String words) {
    return new AuditEntry(app, actor, action, object, words);
  }
}
