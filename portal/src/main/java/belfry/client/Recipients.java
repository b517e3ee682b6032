package belfry.client;

import belfry.base.Bare;
import belfry.base.Mailbox;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Finds out whom the words of {@code --to} and {@code --except} mean, or who they might mean. */
final class Recipients {
  private static final int SHOWN = 10;
  private static final String EVERYONE = "everyone";

  private final PortalApi api;
  private final Consumer<String> meanwhile;
  private boolean isSaid;

  /**
   * @param meanwhile is told what keeps it waiting, in a sentence
   */
  Recipients(PortalApi api, Consumer<String> meanwhile) {
    this.api = api;
    this.meanwhile = meanwhile;
  }

  /** The entries of an audience, in the same order. */
  List<Map<String, Object>> entries(String option, List<String> words) {
    var entries = new ArrayList<Map<String, Object>>();
    words.forEach(one -> entries.add(entry(option, Bare.of(one))));
    return entries;
  }

  private Map<String, Object> entry(String option, String word) {
    if (word.equals(EVERYONE)) {
      return identified("group", EVERYONE);
    }
    var colon = word.indexOf(':');
    var rest = Bare.line(word.substring(colon + 1));
    return switch (colon < 0 ? "" : word.substring(0, colon)) {
      case "group" -> identified("group", group(option, word, rest));
      case "space" ->
          identified("space", one(option, word, items("user/spaces/list", "space"), rest));
      case "saved" ->
          identified("saved", one(option, word, items("user/audiences/list", "saved"), rest));
      default -> {
        var address = Mailbox.of(word);
        if (address.isEmpty()
            && Mailbox.all(word).stream().filter(Mailbox::isAddress).count() > 1) {
          throw Stop.mistake(
              option, "'%s' has several addresses. Give each its own option".formatted(word));
        }
        if (address.isEmpty()) {
          throw Stop.mistake(
              option,
              "'%s' is none of: an e-mail address, group:NAME, space:TITLE, saved:NAME, everyone"
                  .formatted(word));
        }
        yield Map.of("kind", "person", "email", address.get());
      }
    };
  }

  private static Map<String, Object> identified(String kind, String id) {
    return Map.of("kind", kind, "id", id);
  }

  /** Something that can be chosen. */
  private record Candidate(String kind, String id, String name, String about) {
    String line() {
      var given = isEveryone() ? EVERYONE : kind + ":" + id;
      return "%s   %s%s".formatted(given, name, about.isEmpty() ? "" : " (" + about + ")");
    }

    boolean isEveryone() {
      return kind.equals("group") && id.equals(EVERYONE);
    }
  }

  private String group(String option, String word, String name) {
    var path = "user/groups/find?limit=200&q=" + PortalApi.encoded(name);
    var answer = api.get(path);
    while (exact(candidates(answer), name).isEmpty()) {
      if (isGroup(name)) {
        return name;
      }
      if (!isBeingRead(answer)) {
        break;
      }
      if (!isSaid) {
        // An earlier one with the same key may have.
        meanwhile.accept(
            "This command has sent nothing yet. The portal reads which groups the directory has");
        isSaid = true;
      }
      api.rest(Sender.WHILE_READ);
      answer = api.get(path);
    }
    return one(option, word, candidates(answer), name);
  }

  private static boolean isBeingRead(JsonNode groups) {
    return groups.at("/said/code").asText().equals("directory.listBeingRead");
  }

  private boolean isGroup(String id) {
    try {
      api.get("user/groups/members?limit=1&groupId=" + PortalApi.encoded(id));
      return true;
    } catch (Refusal refusal) {
      if (refusal.kind() == Refusal.Kind.GONE) {
        return false;
      }
      throw refusal;
    }
  }

  private static List<Candidate> candidates(JsonNode list) {
    return stream(list.path("items"))
        .map(one ->
            new Candidate(
                "group",
                one.path("id").asText(),
                one.path("name").asText(),
                "%s, %s".formatted(source(one), size(one))))
        .toList();
  }

  private static String source(JsonNode group) {
    return isOwn(group) ? "kept in Belfry" : "of the directory";
  }

  private static String size(JsonNode group) {
    return isOwn(group) || group.has("fetchedAt")
        ? Foresight.people(group.path("size").asLong())
        : "not counted yet";
  }

  private static boolean isOwn(JsonNode group) {
    return group.path("source").asText().equals("portal");
  }

  private List<Candidate> items(String path, String kind) {
    return stream(api.get(path).path("items"))
        .map(one ->
            new Candidate(
                kind, one.path("id").asText(), one.path(named(kind)).asText(), about(one)))
        .toList();
  }

  private static String named(String kind) {
    return kind.equals("space") ? "title" : "name";
  }

  /** Why a space cannot be posted in, or whom a saved audience names. */
  private static String about(JsonNode one) {
    return one.path("reason").asText(one.path("summary").asText());
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  /** Those with exactly this name, or else with this name in another case. */
  private static List<Candidate> exact(List<Candidate> all, String name) {
    var same = all.stream().filter(one -> Bare.line(one.name).equals(name)).toList();
    return same.isEmpty() ? alike(all, name) : same;
  }

  private static List<Candidate> alike(List<Candidate> all, String name) {
    return all.stream().filter(one -> folded(one.name).equals(folded(name))).toList();
  }

  /** Those with this id, or else with this name. */
  private static List<Candidate> fitting(List<Candidate> all, String name) {
    var alike = alike(all, name);
    if (alike.stream().anyMatch(Candidate::isEveryone)) {
      // This id is a word: whoever writes it, in whatever case, may mean another one of this name.
      return alike;
    }
    var byId = all.stream().filter(one -> one.id.equals(name)).toList();
    return byId.isEmpty() ? exact(all, name) : byId;
  }

  private static String folded(String name) {
    return Bare.line(name).toLowerCase(Locale.ROOT);
  }

  private static String one(String option, String word, List<Candidate> all, String name) {
    var fitting = fitting(all, name);
    if (fitting.size() == 1) {
      return fitting.getFirst().id;
    }
    if (!fitting.isEmpty()) {
      throw Stop.mistake(
          option,
          "%d are called '%s'. Give one by its id:%s"
              .formatted(fitting.size(), name, listed(fitting)));
    }
    var similar = all.stream().filter(one -> folded(one.name).contains(folded(name))).toList();
    var shown = similar.isEmpty() ? all : similar;
    throw Stop.mistake(
        option,
        "nothing is called '%s'.%s"
            .formatted(
                word,
                shown.isEmpty()
                    ? " Look at how it is called on the page."
                    : " Do you mean one of these?" + listed(shown)));
  }

  private static String listed(List<Candidate> some) {
    var lines =
        some.stream().limit(SHOWN).map(one -> "\n  " + one.line()).collect(Collectors.joining());
    return some.size() > SHOWN ? lines + "\n  and %,d more".formatted(some.size() - SHOWN) : lines;
  }
}
