package belfry.simulator.base;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.stream.Stream;

/** What the platform limits together: the calls of one resource by one token share one budget. */
public enum Resource {
  MESSAGES_SEND("messages.send"),
  MESSAGES_READ("messages.read"),
  /** Reading the history of one room: limited per room, whoever reads. */
  MESSAGES_ROOM("messages.room"),
  PEOPLE("people"),
  ROOMS("rooms"),
  MEMBERSHIPS("memberships"),
  GROUPS("groups"),
  WEBHOOKS("webhooks"),
  CONTENTS("contents"),
  ATTACHMENT_ACTIONS("attachmentActions"),
  TOKENS("tokens");

  private final String label;

  Resource(String label) {
    this.label = label;
  }

  @JsonValue
  public String label() {
    return label;
  }

  @JsonCreator
  public static Resource of(String label) {
    return Stream.of(values())
        .filter(it -> it.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No resource is called " + label));
  }
}
