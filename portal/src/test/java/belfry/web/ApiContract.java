package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.settings.Settings;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.Engine;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * The routes on real data. What follows asks for a portal beside a simulator, one for each class,
 * on one of the two engines. The client holds each answer against openapi.yaml by itself.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ApiContract {
  public static final int PEOPLE = 300;

  @Parameter public Engine engine = Engine.SQLITE;

  public TestPortal portal;
  public Client ana;
  public String everybody;

  /** How the settings of the portal differ from those of others. */
  public Settings settings(Settings usual) {
    return engine.under(usual);
  }

  @BeforeParameterizedClassInvocation
  public void start() {
    portal = TestPortal.start(SimulatorSettings.defaults().withPeople(PEOPLE), this::settings);
    ana = portal.signedIn("news", TestPortal.ADMIN);
    everybody = group("All staff");
  }

  @AfterParameterizedClassInvocation
  void stop() {
    portal.close();
  }

  @BeforeEach
  void beginAnew() {
    portal.simulator().faults().set(List.of());
    portal.simulator().limits().set(List.of());
    portal.simulator().ledger().reset();
  }

  public String group(String name) {
    return group(ana, name);
  }

  /** Likewise of another portal. */
  public static String group(Client client, String name) {
    return Await.until(
            () ->
                client
                    .get("user/groups/list?limit=200")
                    .json()
                    .path("items")
                    .valueStream()
                    .filter(group -> group.path("name").asText().equals(name))
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow()
        .path("id")
        .asText();
  }

  public JsonNode counts(String id) {
    return counts(ana.get("jobs/detail/" + id).json());
  }

  public static JsonNode counts(JsonNode job) {
    return job.path("run").path("counts");
  }

  public static Map<String, Object> entry(String kind, String id) {
    return Map.of("kind", kind, "id", id);
  }

  public String draft(String markdown, Map<?, ?>... audience) {
    var answer = ana.post("jobs/edit", Map.of("markdown", markdown, "audience", List.of(audience)));
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    return answer.json().path("id").asText();
  }

  public String send(String markdown, Map<?, ?>... audience) {
    var id = draft(markdown, audience);
    var answer = ana.post("jobs/runNow", Map.of("jobId", id));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return id;
  }

  public int revision(String id) {
    return ana.get("jobs/detail/" + id).json().path("revision").asInt();
  }

  public String state(String id) {
    return ana.get("jobs/detail/" + id).json().path("state").asText();
  }

  /** Follows the job until it is over; the stream ends the waiting, not a clock. */
  public JsonNode finished(String id) {
    return awaitState(id, "finished");
  }

  public JsonNode awaitState(String id, String state) {
    return ana.followUntil("jobs/detail/" + id, job -> job.path("state").asText().equals(state));
  }

  /** The newest recall or correction of a job, once it is over. */
  public JsonNode followUpOver(String job) {
    return ana.followUntil(
            "jobs/detail/" + job,
            one -> "finished".equals(one.at("/run/followUps/0/state").asText()))
        .at("/run/followUps/0");
  }

  /** The texts of these messages by their recipients' numbers. */
  public Map<Integer, String> texts(String words) {
    var directory = portal.simulator().directory();
    return portal.simulator().ledger().entries(Ledger.Query.containing(words)).stream()
        .collect(
            Collectors.toMap(
                entry ->
                    IntStream.range(0, PEOPLE)
                        .filter(i -> directory.personId(i).equals(entry.recipient()))
                        .findFirst()
                        .orElseThrow(),
                entry ->
                    portal
                        .simulator()
                        .messages()
                        .byId(entry.messageId())
                        .orElseThrow()
                        .words()
                        .content()
                        .markdown()));
  }

  public void assertEverybodyHasOne(String words) {
    var totals = portal.simulator().ledger().totals(Ledger.Query.containing(words));
    assertThat(totals.messages()).isEqualTo(PEOPLE);
    assertThat(totals.recipients()).isEqualTo(PEOPLE);
  }

  public void refused(String path, String body, int status, String... fields) {
    var answer = ana.post(path, body);
    assertThat(answer.status()).as("%s %s: %s", path, body, answer.body()).isEqualTo(status);
    assertThat(answer.json().path("detail").asText()).isNotBlank();
    if (status == 400) {
      assertThat(answer.errors().keySet()).as("%s %s", path, body).isEqualTo(Set.of(fields));
    }
  }

  public void asked(String path, int status) {
    var answer = ana.get(path);
    assertThat(answer.status()).as("%s: %s", path, answer.body()).isEqualTo(status);
  }

  public static Map<String, Object> with(Map<String, ?> form, String field, Object value) {
    var more = new HashMap<String, Object>(form);
    more.put(field, value);
    return more;
  }

  public static String json(Object value) {
    return Client.json(value);
  }

  /** Everything that bad input could have changed. */
  public Map<String, Object> everything() {
    var all = new TreeMap<String, Object>();
    var jobs = new TreeMap<String, String>();
    ana.get("jobs/list/all?limit=200")
        .json()
        .path("items")
        .forEach(job ->
            jobs.put(
                job.path("id").asText(),
                Stream.of("revision", "state", "title", "startsAt", "localTime", "zone")
                    .map(field -> job.path(field).asText())
                    .collect(Collectors.joining(" "))));
    all.put("jobs", jobs);
    all.put("groups", ana.get("user/groups/list?limit=200").body());
    all.put(
        "staff",
        ana.get("admin/users")
            .json()
            .path("items")
            .valueStream()
            .map(one -> one.path("id").asText() + " " + one.path("role").asText())
            .toList());
    for (var list : List.of("user/audiences/list", "templates/list", "admin/rules")) {
      all.put(list, ana.get(list).body());
    }
    all.put("messages", portal.simulator().ledger().totals(Ledger.Query.ALL).messages());
    return all;
  }
}
