package belfry.base;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A value that must not appear in logs: it prints as {@code ***} and compares in constant time. */
public final class Secret {
  private final String value;

  public Secret(String value) {
    this.value = value;
  }

  /** The value itself, for the wire and nothing else. */
  public String reveal() {
    return value;
  }

  public boolean isEmpty() {
    return value.isEmpty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret that
        && MessageDigest.isEqual(
            value.getBytes(StandardCharsets.UTF_8), that.value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return "***";
  }
}
