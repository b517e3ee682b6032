package belfry.standin.world;

import static java.util.Locale.ROOT;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** One stored message; an edit puts another in its place. */
public record Message(
    UUID uuid, Room room, Letter letter, Stamp stamp, Origin origin, Optional<Edit> edit) {
  /** Whose doing it is that the message is there. */
  public enum Origin {
    /** The request of a client. */
    CLIENT,
    /** A trial's wish: another program with the same token. */
    FOREIGN,
    /** A gateway that sent the client's request on twice. */
    GATEWAY;

    public String label() {
      return name().toLowerCase(ROOT);
    }
  }

  /**
   * When it was stored.
   *
   * @param created by the platform's clock
   * @param stored in truth
   */
  public record Stamp(Instant created, Instant stored) {}

  /** The last change of its words. */
  public record Edit(int times, Instant updated) {}

  public String id() {
    return IdType.MESSAGE.of(uuid);
  }

  public Person author() {
    return letter.author();
  }

  public Content content() {
    return letter.content();
  }

  int edits() {
    return edit.map(Edit::times).orElse(0);
  }
}
