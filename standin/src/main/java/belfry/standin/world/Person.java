package belfry.standin.world;

import java.time.Instant;
import java.util.UUID;

/** Somebody who can be written to: a member of staff, a bot, or somebody of another company. */
public record Person(
    UUID uuid, String email, String firstName, String lastName, Kind kind, Instant created) {
  /** What the platform calls the type. */
  public enum Kind {
    PERSON,
    BOT,
    /** Of another company, which uses the same platform. */
    PARTNER
  }

  public String id() {
    return IdType.PEOPLE.of(uuid);
  }

  public String displayName() {
    return lastName.isEmpty() ? firstName : firstName + " " + lastName;
  }

  public boolean isPartner() {
    return kind == Kind.PARTNER;
  }

  public boolean isBot() {
    return kind == Kind.BOT;
  }
}
