package belfry.platform;

import belfry.platform.ids.PersonId;

/**
 * A person or bot as the platform knows them.
 *
 * @param email the first address; empty if the platform did not say
 * @param avatar address of the picture; empty if there is none
 * @param firstName empty if the platform did not say
 * @param lastName likewise
 * @param organisation the id of their organization; empty if the platform did not say
 */
public record Profile(
    PersonId id,
    String displayName,
    String email,
    String avatar,
    String firstName,
    String lastName,
    String organisation) {

  /** Somebody about whom no more is known. */
  public Profile(PersonId id, String displayName, String email, String avatar) {
    this(id, displayName, email, avatar, "", "", "");
  }

  /** The same person under another form of the id. */
  Profile under(PersonId sameId) {
    return new Profile(sameId, displayName, email, avatar, firstName, lastName, organisation);
  }
}
