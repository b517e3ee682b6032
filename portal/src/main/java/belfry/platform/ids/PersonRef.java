package belfry.platform.ids;

import java.util.Optional;

/**
 * A person or bot as named by the platform, which may omit either part.
 *
 * @param id empty if it did not say
 * @param email empty if it did not say
 */
public record PersonRef(Optional<PersonId> id, String email) {
  /** Neither part is known. */
  public static final PersonRef UNKNOWN = new PersonRef(Optional.empty(), "");

  public PersonRef(PersonId id, String email) {
    this(
        Optional.of(id).filter(one -> one.address().isEmpty()),
        email.isEmpty() ? id.address().orElse("") : email);
  }

  /** From the fields of an answer, of which either may be empty. */
  public static PersonRef of(String id, String email) {
    return new PersonRef(PersonId.parse(id), email);
  }

  /** With the id only, if it is known. */
  public PersonRef byId() {
    return id.isEmpty() ? this : new PersonRef(id, "");
  }

  /** With the address only. */
  public PersonRef byEmail() {
    return new PersonRef(Optional.empty(), email);
  }

  /** Compares by normalized ids; if these do not decide it, by addresses. */
  public Likeness compare(PersonRef other) {
    var byId = PlatformId.compare(id, other.id);
    var byEmail =
        email.isEmpty() || other.email.isEmpty()
            ? Likeness.UNCLEAR
            : email.strip().equalsIgnoreCase(other.email.strip()) ? Likeness.SAME : Likeness.OTHER;
    if (byId == Likeness.UNCLEAR) {
      return byEmail;
    }
    // A bot may get another address, but another id with the same address is a contradiction.
    return byId == Likeness.OTHER && byEmail == Likeness.SAME ? Likeness.UNCLEAR : byId;
  }
}
