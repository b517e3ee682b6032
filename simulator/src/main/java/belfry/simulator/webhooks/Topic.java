package belfry.simulator.webhooks;

import belfry.simulator.messages.News;
import java.util.List;
import java.util.Map;

/** What news is about, in the words of the contract. */
record Topic(String resource, String event) {
  private static final String ALL = "all";

  /** The resources one can ask for here, each with its events. */
  private static final Map<String, List<String>> KNOWN =
      Map.of(
          "messages",
          List.of("created", "updated", "deleted", ALL),
          "attachmentActions",
          List.of("created", ALL),
          ALL,
          List.of(ALL));

  static Topic of(News news) {
    return switch (news) {
      case News.Said _ -> new Topic("messages", "created");
      case News.Edited _ -> new Topic("messages", "updated");
      case News.Deleted _ -> new Topic("messages", "deleted");
      case News.Pressed _ -> new Topic("attachmentActions", "created");
    };
  }

  static boolean isKnown(Webhook.Wish wish) {
    return KNOWN.getOrDefault(wish.resource(), List.of()).contains(wish.event());
  }

  boolean isMeantBy(Webhook.Wish wish) {
    return (wish.resource().equals(ALL) || wish.resource().equals(resource))
        && (wish.event().equals(ALL) || wish.event().equals(event));
  }
}
