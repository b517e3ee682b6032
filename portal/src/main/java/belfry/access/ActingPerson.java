package belfry.access;

import belfry.platform.ids.PersonId;

/**
 * Who makes a change, for the audit trail.
 *
 * @param through the name of the API token that was used; empty for the page
 */
public record ActingPerson(PersonId id, String through) {
  /** On the page. */
  public ActingPerson(PersonId id) {
    this(id, "");
  }
}
