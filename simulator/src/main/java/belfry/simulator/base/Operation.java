package belfry.simulator.base;

import static belfry.simulator.base.Resource.ATTACHMENT_ACTIONS;
import static belfry.simulator.base.Resource.CONTENTS;
import static belfry.simulator.base.Resource.GROUPS;
import static belfry.simulator.base.Resource.MEMBERSHIPS;
import static belfry.simulator.base.Resource.MESSAGES_READ;
import static belfry.simulator.base.Resource.MESSAGES_SEND;
import static belfry.simulator.base.Resource.PEOPLE;
import static belfry.simulator.base.Resource.ROOMS;
import static belfry.simulator.base.Resource.TOKENS;
import static belfry.simulator.base.Resource.WEBHOOKS;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.stream.Stream;

/** The calls of the platform's contract: the whole surface on one page. */
public enum Operation {
  TOKEN_EXCHANGE("oauth.token", "POST", "/v1/access_token", TOKENS),

  PEOPLE_ME("people.me", "GET", "/v1/people/me", PEOPLE),
  PEOPLE_GET("people.get", "GET", "/v1/people/{id}", PEOPLE),
  PEOPLE_LIST("people.list", "GET", "/v1/people", PEOPLE),

  ROOMS_LIST("rooms.list", "GET", "/v1/rooms", ROOMS),
  ROOMS_CREATE("rooms.create", "POST", "/v1/rooms", ROOMS),
  ROOMS_GET("rooms.get", "GET", "/v1/rooms/{id}", ROOMS),
  ROOMS_EDIT("rooms.edit", "PUT", "/v1/rooms/{id}", ROOMS),
  ROOMS_DELETE("rooms.delete", "DELETE", "/v1/rooms/{id}", ROOMS),

  MEMBERSHIPS_LIST("memberships.list", "GET", "/v1/memberships", MEMBERSHIPS),
  MEMBERSHIPS_CREATE("memberships.create", "POST", "/v1/memberships", MEMBERSHIPS),
  MEMBERSHIPS_DELETE("memberships.delete", "DELETE", "/v1/memberships/{id}", MEMBERSHIPS),

  MESSAGES_CREATE("messages.create", "POST", "/v1/messages", MESSAGES_SEND),
  MESSAGES_EDIT("messages.edit", "PUT", "/v1/messages/{id}", MESSAGES_SEND),
  MESSAGES_DELETE("messages.delete", "DELETE", "/v1/messages/{id}", MESSAGES_SEND),
  MESSAGES_DIRECT("messages.direct", "GET", "/v1/messages/direct", MESSAGES_READ),
  MESSAGES_GET("messages.get", "GET", "/v1/messages/{id}", MESSAGES_READ),
  MESSAGES_LIST("messages.list", "GET", "/v1/messages", MESSAGES_READ),

  CONTENTS_GET("contents.get", "GET", "/v1/contents/{id}", CONTENTS),
  CONTENTS_HEAD("contents.head", "HEAD", "/v1/contents/{id}", CONTENTS),

  WEBHOOKS_LIST("webhooks.list", "GET", "/v1/webhooks", WEBHOOKS),
  WEBHOOKS_CREATE("webhooks.create", "POST", "/v1/webhooks", WEBHOOKS),
  WEBHOOKS_GET("webhooks.get", "GET", "/v1/webhooks/{id}", WEBHOOKS),
  WEBHOOKS_EDIT("webhooks.edit", "PUT", "/v1/webhooks/{id}", WEBHOOKS),
  WEBHOOKS_DELETE("webhooks.delete", "DELETE", "/v1/webhooks/{id}", WEBHOOKS),

  ACTIONS_CREATE("attachmentActions.create", "POST", "/v1/attachment/actions", ATTACHMENT_ACTIONS),
  ACTIONS_GET("attachmentActions.get", "GET", "/v1/attachment/actions/{id}", ATTACHMENT_ACTIONS),

  GROUPS_LIST("groups.list", "GET", "/v1/groups", GROUPS),
  GROUPS_CREATE("groups.create", "POST", "/v1/groups", GROUPS),
  GROUPS_GET("groups.get", "GET", "/v1/groups/{id}", GROUPS),
  GROUPS_PATCH("groups.patch", "PATCH", "/v1/groups/{id}", GROUPS),
  GROUPS_DELETE("groups.delete", "DELETE", "/v1/groups/{id}", GROUPS),
  GROUPS_MEMBERS("groups.members", "GET", "/v1/groups/{id}/members", GROUPS);

  private final String label;
  private final String method;
  private final String path;
  private final Resource resource;

  Operation(String label, String method, String path, Resource resource) {
    this.label = label;
    this.method = method;
    this.path = path;
    this.resource = resource;
  }

  @JsonValue
  public String label() {
    return label;
  }

  public String method() {
    return method;
  }

  public String path() {
    return path;
  }

  public Resource resource() {
    return resource;
  }

  @JsonCreator
  public static Operation of(String label) {
    return Stream.of(values())
        .filter(it -> it.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No operation is called " + label));
  }
}
