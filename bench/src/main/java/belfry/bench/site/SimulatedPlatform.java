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
import belfry.simulator.messages.Content;
import belfry.simulator.messages.Ledger;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
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

/** The simulator, in this process. */
public record SimulatedPlatform(Simulator simulator) implements TrialPlatform {
  private static final ObjectMapper JSON = new ObjectMapper();

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
  public List<Person> people() {
    var directory = simulator.directory();
    return IntStream.range(0, directory.people())
        .mapToObj(directory::person)
        .map(one -> new Person(one.id(), one.email(), one.firstName(), one.lastName()))
        .toList();
  }

  @Override
  public List<String> outside() {
    return List.of(
        "grace.obi@partner.example",
        "tomas@partner.example",
        "aino.virta@partner.example",
        "noor@partner.example",
        "emeka.eze@partner.example");
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
  public Map<String, List<String>> held(String words) {
    var held = new HashMap<String, List<String>>();
    simulator
        .ledger()
        .entries(
            Ledger.Query.containing(words),
            entry -> {
              var text = entry.rival() ? "" : text(entry);
              if (text.startsWith(words)) {
                held.computeIfAbsent(entry.recipient(), _ -> new ArrayList<>()).add(text);
              }
            });
    return held;
  }

  @Override
  public Map<String, String> messageIds(String words) {
    var ids = new HashMap<String, String>();
    simulator
        .ledger()
        .entries(
            Ledger.Query.containing(words), entry -> ids.put(entry.recipient(), entry.messageId()));
    return ids;
  }

  @Override
  public void say(String email, int bot, String words) {
    simulator.say(email, simulator.bots().get(bot).name(), words);
  }

  @Override
  public String press(String email, String messageId, Map<String, String> inputs) {
    return simulator.press(email, messageId, JSON.valueToTree(inputs).toString()).id();
  }

  @Override
  public Set<String> confirmed() {
    return simulator.webhooks().confirmed();
  }

  @Override
  public Map<String, List<String>> shown(String words) {
    var shown = new HashMap<String, List<String>>();
    simulator
        .ledger()
        .entries(
            Ledger.Query.containing(words),
            entry ->
                shown
                    .computeIfAbsent(entry.recipient(), _ -> new ArrayList<>())
                    .add(entry.deleted() ? "" : text(entry)));
    return shown;
  }

  private String text(Ledger.Entry entry) {
    return simulator
        .messages()
        .byId(entry.messageId())
        .map(message -> said(message.words().content()))
        .orElseThrow(
            () -> new TrialException("a message was deleted, which the portal never does"));
  }

  private static String said(Content content) {
    try {
      return content.card() == null
          ? content.words()
          : content.words() + CardSaid.of(JSON.readTree(content.card()).path("content"));
    } catch (JsonProcessingException e) {
      throw new TrialException("a card is no JSON", e);
    }
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
  public void intrude(String words, List<String> people) {
    simulator.postAs(simulator.bots().getFirst().name(), people, words);
  }

  @Override
  public void close() {
    simulator.close();
  }
}
