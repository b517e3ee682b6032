package belfry.simulator.manners;

import belfry.simulator.base.Operation;

/** The operations that a manner concerns. */
enum Scope {
  SENDING,
  LISTINGS,
  MESSAGES,
  ROOMS,
  STAMPED,
  LISTS,
  GROUPS,
  MEMBERS,
  MEMBER_PAGES,
  PEOPLE,
  ALL_BUT_TOKENS,
  EVERYTHING;

  boolean has(Operation operation) {
    return switch (this) {
      case SENDING -> operation == Operation.MESSAGES_CREATE;
      case LISTINGS ->
          operation == Operation.MESSAGES_DIRECT || operation == Operation.MESSAGES_LIST;
      case MESSAGES ->
          SENDING.has(operation)
              || LISTINGS.has(operation)
              || operation == Operation.MESSAGES_EDIT
              || operation == Operation.MESSAGES_GET;
      case ROOMS -> operation == Operation.ROOMS_GET || operation == Operation.ROOMS_LIST;
      case STAMPED -> MESSAGES.has(operation) || ROOMS.has(operation);
      case LISTS ->
          switch (operation) {
            case MESSAGES_DIRECT,
                MESSAGES_LIST,
                ROOMS_LIST,
                MEMBERSHIPS_LIST,
                PEOPLE_LIST,
                WEBHOOKS_LIST ->
                true;
            default -> false;
          };
      case GROUPS -> operation == Operation.GROUPS_LIST;
      case MEMBERS -> MEMBER_PAGES.has(operation) || operation == Operation.GROUPS_GET;
      case MEMBER_PAGES -> operation == Operation.GROUPS_MEMBERS;
      case PEOPLE -> operation == Operation.PEOPLE_LIST || operation == Operation.PEOPLE_GET;
      case ALL_BUT_TOKENS -> operation != Operation.TOKEN_EXCHANGE;
      case EVERYTHING -> true;
    };
  }
}
