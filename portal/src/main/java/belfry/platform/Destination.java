package belfry.platform;

import belfry.base.TypedId;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;

/** Where a message is sent. */
public sealed interface Destination {
  TypedId id();

  record Person(PersonId id) implements Destination {}

  record Space(SpaceId id) implements Destination {}
}
