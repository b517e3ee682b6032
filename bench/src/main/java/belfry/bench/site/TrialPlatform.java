package belfry.bench.site;

import belfry.simulator.Simulator;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.Fault.Stage;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.MannerRule;
import belfry.simulator.messages.Ledger;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The messaging platform of a trial, whichever program plays it. */
public sealed interface TrialPlatform extends AutoCloseable {
  URI address();

  String clientId();

  String clientSecret();

  String directoryRefreshToken();

  String botToken(int place);

  /** A code with which the administrator signs in. */
  String authorizationCode(String redirectUri);

  /** The administrator's address. */
  String administrator();

  /** The addresses of all its people. */
  List<String> addresses();

  /** The titles of spaces into which not every bot may write. */
  Set<String> closedSpaces();

  /** How many messages it holds; cheap enough to be asked all the time. */
  int arrived();

  /**
   * How many messages with these words each person or space was sent by the portal, by their id.
   */
  Map<String, Integer> held(String words);

  /** The manners it may have, by what they are about. */
  SortedMap<String, About> manners();

  /** What a manner is about. */
  enum About {
    /** Messages, listings, clocks, single answers. */
    SENDING,
    /** What spaces tell of themselves. */
    SPACES,
    /** People, groups and their members. */
    DIRECTORY
  }

  /** From now on it has these, each in so large a share, and no others. */
  void behave(Map<String, Double> shares);

  /** How often each manner has come about. */
  Map<String, Long> applied();

  /** How many messages a second it takes. */
  void permit(double perSecond);

  /**
   * From now on about 16 in a hundred messages meet a fault, half of them after they were stored.
   */
  void stumble();

  /** How many messages it has taken and will store later. */
  int pending();

  /** What went wrong with the platform itself; 0 where a trial shows anything. */
  long defects();

  /** All of its clock jumps. */
  void jump(Duration by);

  /** Another program sends these words as the same bot to so many people. */
  void intrude(String words, int people);

  @Override
  void close();

  /** The simulator, in this process. */
  record Simulated(Simulator simulator) implements TrialPlatform {
    public static final String ADMINISTRATOR = "ana.lopez@northwind.example";

    @Override
    public URI address() {
      return simulator.address();
    }

    @Override
    public String clientId() {
      return simulator.clientId();
    }

    @Override
    public String clientSecret() {
      return simulator.clientSecret();
    }

    @Override
    public String directoryRefreshToken() {
      return simulator.directoryRefreshToken();
    }

    @Override
    public String botToken(int place) {
      return simulator.botToken(place);
    }

    @Override
    public String authorizationCode(String redirectUri) {
      return simulator.authorizationCode(ADMINISTRATOR, redirectUri, "spark:people_read");
    }

    @Override
    public String administrator() {
      return ADMINISTRATOR;
    }

    @Override
    public List<String> addresses() {
      var directory = simulator.directory();
      return IntStream.range(0, directory.people()).mapToObj(directory::personEmail).toList();
    }

    @Override
    public Set<String> closedSpaces() {
      return Set.of("Company announcements", "Town hall backstage", "Archive 2023");
    }

    @Override
    public int arrived() {
      return simulator.messages().size();
    }

    @Override
    public int pending() {
      return 0;
    }

    @Override
    public long defects() {
      return 0;
    }

    @Override
    public Map<String, Integer> held(String words) {
      var held = new HashMap<String, Integer>();
      simulator
          .ledger()
          .entries(
              Ledger.Query.containing(words),
              entry -> {
                if (!entry.rival()) {
                  held.merge(entry.recipient(), 1, Integer::sum);
                }
              });
      return held;
    }

    @Override
    public SortedMap<String, About> manners() {
      var manners = new TreeMap<String, About>();
      for (var manner : Manner.values()) {
        var name = manner.label();
        var directory = name.matches("(groups|members|people).*");
        var spaces = name.startsWith("lastActivity");
        manners.put(name, directory ? About.DIRECTORY : spaces ? About.SPACES : About.SENDING);
      }
      return manners;
    }

    @Override
    public void behave(Map<String, Double> shares) {
      simulator
          .manners()
          .set(
              shares.entrySet().stream()
                  .map(one -> MannerRule.of(Manner.of(one.getKey())).withShare(one.getValue()))
                  .toArray(MannerRule[]::new));
    }

    @Override
    public Map<String, Long> applied() {
      return simulator.mannersApplied();
    }

    @Override
    public void permit(double perSecond) {
      simulator
          .limits()
          .set(
              LimitRule.of(
                  Resource.MESSAGES_SEND, Limit.tokenBucket((int) perSecond + 1, perSecond)));
    }

    @Override
    public void stumble() {
      simulator
          .faults()
          .set(
              rule(Fault.after(502), 0.03),
              rule(Fault.before(503), 0.03),
              rule(Fault.after(500), 0.02),
              rule(new Fault.Reset(Stage.AFTER), 0.03),
              rule(new Fault.Reset(Stage.BEFORE), 0.02),
              rule(new Fault.Close(Stage.AFTER), 0.01),
              rule(new Fault.Hang(Stage.AFTER), 0.01),
              rule(new Fault.Hang(Stage.BEFORE), 0.01),
              rule(Fault.delayed(Duration.ofMillis(700)), 0.01));
    }

    private static FaultRule rule(Fault fault, double share) {
      return FaultRule.on(Operation.MESSAGES_CREATE, fault).withShare(share);
    }

    @Override
    public void jump(Duration by) {
      simulator.jumpClock(by);
    }

    @Override
    public void intrude(String words, int people) {
      var ids = IntStream.range(0, people).mapToObj(simulator.directory()::personId).toList();
      simulator.postAs(simulator.bots().getFirst().name(), ids, words);
    }

    @Override
    public void close() {
      simulator.close();
    }
  }

  /** The second platform, which shares no code with the simulator, in a process of its own. */
  record Second(SecondPlatform platform) implements TrialPlatform {
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
    public List<String> addresses() {
      var addresses = new ArrayList<String>();
      platform
          .control("GET", "people", Map.of())
          .forEach(person -> addresses.add(person.path("email").asText()));
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
    public Map<String, Integer> held(String words) {
      var held = new HashMap<String, Integer>();
      for (var entry : platform.control("GET", "ledger", Map.of())) {
        var ours = entry.path("origin").asText().equals("client");
        if (ours && entry.path("text").asText().contains(words)) {
          held.merge(entry.path("recipient").asText(), 1, Integer::sum);
        }
      }
      return held;
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
    public void intrude(String words, int people) {
      platform.control(
          "POST", "post-as-bot", Map.of("bot", 0, "people", people, "markdown", words));
    }

    @Override
    public void close() {
      platform.close();
    }
  }
}
