package belfry.access;

import belfry.base.EnumWord;
import java.util.Optional;

/** What somebody may do in an app; an admin may do everything a sender may. */
public enum Role {
  SENDER,
  ADMIN;

  /** The role's name in the API and the database. */
  public String word() {
    return EnumWord.of(this);
  }

  public static Optional<Role> read(String word) {
    return switch (word) {
      case "sender" -> Optional.of(SENDER);
      case "admin" -> Optional.of(ADMIN);
      default -> Optional.empty();
    };
  }
}
