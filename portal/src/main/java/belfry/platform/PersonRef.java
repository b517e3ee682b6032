package belfry.platform;

/**
 * A person or bot as the platform names them somewhere; it may leave out either.
 *
 * @param id empty where it did not say
 * @param email empty where it did not say
 */
public record PersonRef(String id, String email) {
  /** Nothing was said. */
  public static final PersonRef UNKNOWN = new PersonRef("", "");

  /** By the id alone. */
  public PersonRef byId() {
    return new PersonRef(id, "");
  }

  /** By the address alone. */
  public PersonRef byEmail() {
    return new PersonRef("", email);
  }

  /** By what they stand for, and where ids do not tell, by their addresses. */
  public Likeness compare(PersonRef other) {
    var byId = PlatformId.compare(id, other.id);
    var byEmail =
        email.isEmpty() || other.email.isEmpty()
            ? Likeness.UNCLEAR
            : email.strip().equalsIgnoreCase(other.email.strip()) ? Likeness.SAME : Likeness.OTHER;
    if (byId == Likeness.UNCLEAR) {
      return byEmail;
    }
    // A bot may be given another address; that another id has its address is a contradiction.
    return byId == Likeness.OTHER && byEmail == Likeness.SAME ? Likeness.UNCLEAR : byId;
  }
}
