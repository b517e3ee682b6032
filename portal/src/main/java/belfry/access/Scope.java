package belfry.access;

import belfry.base.EnumWord;
import java.util.Optional;

/** A part of its owner's rights that a token has; none includes another. */
public enum Scope {
  READ,
  SEND,
  ADMINISTER;

  /** The scope's name in the API and the database. */
  public String word() {
    return EnumWord.of(this);
  }

  public static Optional<Scope> read(String word) {
    return switch (word) {
      case "read" -> Optional.of(READ);
      case "send" -> Optional.of(SEND);
      case "administer" -> Optional.of(ADMINISTER);
      default -> Optional.empty();
    };
  }
}
