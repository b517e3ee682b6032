package belfry.bench.site;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The second platform, which shares no code with the simulator, in a process of its own. */
public record SecondTrialPlatform(SecondPlatform platform) implements TrialPlatform {
  private static final int REST_SECONDS = 120;

  @Override
  public URI address() {
    return platform.address();
  }

  @Override
  public String clientId() {
    return platform.said("clientId");
  }

  @Override
  public String clientSecret() {
    return platform.said("clientSecret");
  }

  @Override
  public String directoryRefreshToken() {
    return platform.said("directoryRefreshToken");
  }

  @Override
  public String botToken(int place) {
    return platform.botToken(place);
  }

  @Override
  public String authorizationCode(String redirectUri) {
    return platform
        .control("POST", "code", Map.of("redirectUri", redirectUri))
        .path("code")
        .asText();
  }

  @Override
  public String administrator() {
    return platform.administrator();
  }

  @Override
  public List<Person> people() {
    var people = new ArrayList<Person>();
    platform
        .control("GET", "people", Map.of())
        .forEach(person ->
            people.add(
                new Person(
                    person.path("id").asText(),
                    person.path("email").asText(),
                    person.path("firstName").asText(),
                    person.path("lastName").asText())));
    return people;
  }

  @Override
  public List<String> outside() {
    var addresses = new ArrayList<String>();
    platform
        .control("GET", "partners", Map.of())
        .forEach(one ->
            addresses.add(one.path(addresses.size() % 2 == 0 ? "email" : "second").asText()));
    return addresses;
  }

  @Override
  public Set<String> closedSpaces() {
    return Set.of("From the harbour office", "Old quay (closed)");
  }

  @Override
  public int pending() {
    return platform.control("GET", "count", Map.of()).path("pending").asInt();
  }

  @Override
  public long defects() {
    return platform.control("GET", "stats", Map.of()).path("defects").asLong();
  }

  @Override
  public int arrived() {
    return platform.control("GET", "count", Map.of()).path("messages").asInt();
  }

  @Override
  public Map<String, List<String>> held(String words) {
    var held = new HashMap<String, List<String>>();
    for (var entry : platform.control("GET", "ledger", Map.of())) {
      var text = entry.path("markdown").asText();
      if (entry.path("origin").asText().equals("client") && text.startsWith(words)) {
        var card = entry.has("card") ? CardSaid.of(entry.path("card")) : "";
        held.computeIfAbsent(entry.path("recipient").asText(), _ -> new ArrayList<>())
            .add(text + card);
      }
    }
    return held;
  }

  @Override
  public Map<String, String> messageIds(String words) {
    var ids = new HashMap<String, String>();
    for (var entry : platform.control("GET", "ledger", Map.of())) {
      if (entry.path("markdown").asText().contains(words)) {
        ids.put(entry.path("recipient").asText(), entry.path("id").asText());
      }
    }
    return ids;
  }

  @Override
  public void say(String email, int bot, String words) {
    platform.control("POST", "say", Map.of("email", email, "bot", bot, "markdown", words));
  }

  @Override
  public String press(String email, String messageId, Map<String, String> inputs) {
    var press = Map.of("email", email, "messageId", messageId, "inputs", inputs);
    return platform.control("POST", "press", press).path("id").asText();
  }

  @Override
  public Set<String> confirmed() {
    var confirmed = new HashSet<String>();
    platform
        .control("GET", "webhooks", Map.of())
        .path("confirmed")
        .forEach(id -> confirmed.add(id.asText()));
    return confirmed;
  }

  @Override
  public Map<String, List<String>> shown(String words) {
    var shown = new HashMap<String, List<String>>();
    for (var entry : platform.control("GET", "ledger", Map.of())) {
      if (entry.path("markdown").asText().contains(words)) {
        shown
            .computeIfAbsent(entry.path("recipient").asText(), _ -> new ArrayList<>())
            .add(entry.path("markdownNow").asText());
      }
    }
    return shown;
  }

  @Override
  public SortedMap<String, About> manners() {
    var manners = new TreeMap<String, About>();
    platform
        .control("GET", "manners", Map.of())
        .path("known")
        .properties()
        .forEach(one ->
            manners.put(
                one.getKey(),
                switch (one.getValue().path("family").asText()) {
                  case "Directory" -> About.DIRECTORY;
                  case "Room" -> About.SPACES;
                  default -> About.SENDING;
                }));
    return manners;
  }

  @Override
  public void behave(Map<String, Double> shares) {
    var settings = new HashMap<String, Object>(shares);
    // An hour outlasts a trial, whose times are shortened.
    settings.computeIfPresent(
        "list-throttled", (_, share) -> Map.of("share", share, "value", REST_SECONDS));
    platform.control("PUT", "manners", settings);
  }

  @Override
  public Map<String, Long> applied() {
    var applied = new HashMap<String, Long>();
    platform
        .control("GET", "stats", Map.of())
        .path("manners")
        .properties()
        .forEach(one -> applied.put(one.getKey(), one.getValue().asLong()));
    return applied;
  }

  @Override
  public void permit(double perSecond) {
    platform.control("PUT", "limits", Map.of("capacity", perSecond + 1, "perSecond", perSecond));
  }

  @Override
  public void stumble() {
    platform.control(
        "PUT",
        "faults",
        Map.of(
            "stored-then-502",
            0.03,
            "503-not-stored",
            0.03,
            "stored-then-500",
            0.02,
            "stored-then-reset",
            0.03,
            "reset-before-store",
            0.02,
            "stored-then-close",
            0.01,
            "stored-then-hang",
            0.01,
            "hang-not-stored",
            0.01,
            "delayed-store",
            Map.of("share", 0.01, "value", 700)));
  }

  @Override
  public void jump(Duration by) {
    platform.control("POST", "clock", Map.of("jumpSeconds", by.toSeconds()));
  }

  @Override
  public void intrude(String words, List<String> people) {
    platform.control("POST", "post-as-bot", Map.of("bot", 0, "people", people, "markdown", words));
  }

  @Override
  public void close() {
    platform.close();
  }
}
