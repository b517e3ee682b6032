package belfry.platform;

import belfry.base.TypedId;

/** Where a message is sent. */
public sealed interface Destination {
  TypedId id();

  record Person(PersonId id) implements Destination {}

  record Space(SpaceId id) implements Destination {}
}
