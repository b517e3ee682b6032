package belfry.web;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.runs.ids.JobId;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.OpenApi;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Whatever is asked with whatever credential, no answer has a word of an app that the credential is
 * not for. Each app is full of a word of its own, and every route is asked for all that it has,
 * with the ids of both.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherAppsTest {
  private static final String LARS = "lars.berg@northwind.example";
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final Map<String, String> BOTS =
      Map.of("news", "Company News", "alerts", "IT Alerts");

  private TestPortal portal;
  private final Map<String, Map<String, String>> ids = new HashMap<>();
  private Client anaInNews;
  private Client anaInAlerts;
  private final List<String> tokens = new ArrayList<>();

  @BeforeAll
  void fill() {
    portal =
        TestPortal.start(
            SimulatorSettings.defaults().withPeople(300),
            settings -> TestPortal.readingAnswers(settings, true));
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    anaInNews = portal.signedIn("news", TestPortal.ADMIN);
    anaInNews.post("admin/users", Map.of("email", LARS, "role", "sender"));
    kenji.post("admin/users", Map.of("email", MAIJA, "role", "sender"));
    fill("alerts", kenji);
    fill("news", anaInNews);
    // From here on she may do everything in both.
    assertThat(
            kenji.post("admin/users", Map.of("email", TestPortal.ADMIN, "role", "admin")).status())
        .isEqualTo(201);
    anaInAlerts = portal.signedIn("alerts", TestPortal.ADMIN);
  }

  @AfterAll
  void stop() {
    portal.close();
  }

  private static String canary(String app) {
    return "canaryof" + app;
  }

  /** Of everything that an app can hold, one, with its word in it. */
  private void fill(String app, Client admin) {
    var canary = canary(app);
    var of = new LinkedHashMap<String, String>();
    ids.put(app, of);
    var reader = Map.of("kind", "person", "email", LARS);
    var csv = "email,word\n%s,%s\n%s1@x.example,%2$s\n".formatted(LARS, canary, canary);
    of.put(
        "listId",
        admin
            .bringList("?name=" + canary + ".csv", csv.getBytes(StandardCharsets.UTF_8))
            .json()
            .at("/list/id")
            .asText());
    of.put(
        "id",
        admin
            .attach(canary + ".txt", "text/plain", canary.getBytes(StandardCharsets.UTF_8))
            .json()
            .path("id")
            .asText());
    of.put("draft", made(admin, "jobs/edit", Map.of("markdown", canary + " draft")));
    of.put("groupId", made(admin, "user/groups/create", Map.of("name", canary + " group")));
    of.put(
        "templateId",
        made(
            admin,
            "templates/save",
            Map.of("name", canary + " template", "markdown", canary + " [[a]]"),
            "/template/id"));
    of.put(
        "audienceId",
        made(
            admin,
            "user/audiences/save",
            Map.of("name", canary + " audience", "audience", List.of(reader))));
    of.put(
        "webhook",
        made(
            admin,
            "admin/webhooks",
            Map.of(
                "name",
                canary,
                "url",
                "https://" + canary + ".example/",
                "events",
                List.of("job.held")),
            "/webhook/id"));
    made(
        admin, "tokens", Map.of("name", canary, "days", 1, "scopes", List.of("read")), "/token/id");
    var list = Map.of("kind", "list", "listId", of.get("listId"));
    var job =
        made(
            admin,
            "jobs/edit",
            Map.of("markdown", "# " + canary + "\n\n" + canary, "audience", List.of(reader, list)));
    of.put("jobId", job);
    assertThat(admin.post("jobs/runNow", Map.of("jobId", job)).status()).isEqualTo(200);
    admin.followUntil("jobs/detail/" + job, one -> one.path("state").asText().equals("finished"));
    portal.simulator().say(LARS, requireNonNull(BOTS.get(app)), canary + " answered");
    Await.until(() -> admin.get("answers/list").json().path("items"), items -> !items.isEmpty());
    of.put("answerId", admin.get("answers/list").json().at("/items/0/id").asText());
    assertThat(
            admin
                .post("jobs/correct", Map.of("jobId", job, "markdown", canary + " corrected"))
                .status())
        .isEqualTo(200);
    of.put(
        "followUpId",
        admin
            .followUntil(
                "jobs/detail/" + job,
                one -> one.at("/run/followUps/0/state").asText().equals("finished"))
            .at("/run/followUps/0/id")
            .asText());
    assertThat(of).doesNotContainValue("");
    outside(canary + "@partner.example", job);
    assertThat(admin.get("user/people/find?q=" + canary).body()).contains("@partner.example");
  }

  /** As somebody is kept to whom this went at an address of another organization. */
  private void outside(String address, String job) {
    Jdbi.create(portal.databaseAddress())
        .useTransaction(handle -> {
          var id = "id-of-" + address;
          handle.execute(
              "INSERT INTO person (id, name, name_key, email) VALUES (?, ?, ?, ?)",
              id,
              address,
              address,
              address);
          handle.execute(
              "INSERT INTO address (email, person, asked) VALUES (?, ?, 1)",
              "mailto:" + address,
              id);
          handle.execute(
              """
              INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt)
              SELECT id, 1000, 'person', ?, ?, ?, ?, 'sent', 1 FROM run WHERE job = ? AND kind = 'job'
              """,
              id,
              address,
              address,
              address,
              JobId.parse(job).orElseThrow().value());
        });
  }

  private static String made(Client by, String path, Map<String, ?> form) {
    return made(by, path, form, "/id");
  }

  private static String made(Client by, String path, Map<String, ?> form, String id) {
    var answer = by.post(path, form);
    assertThat(answer.status()).as("%s: %s", path, answer.body()).isIn(200, 201);
    return answer.json().at(id).asText();
  }

  /** A program with a token of hers. */
  private Client program(String app, List<String> apps, String... scopes) {
    // She may have so many, and each may ask so often.
    if (tokens.size() == 10) {
      assertThat(anaInNews.delete("tokens/" + tokens.removeFirst()).status()).isEqualTo(204);
    }
    var form = Map.of("name", "matrix", "days", 1, "scopes", List.of(scopes), "apps", apps);
    var made = anaInNews.post("tokens", form);
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    tokens.add(made.json().at("/token/id").asText());
    return portal
        .client(app)
        .withHeader("Authorization", "Bearer " + made.json().path("secret").asText());
  }

  @Test
  void whoMayReadBothFindsBoth() {
    for (var both :
        List.of(anaInNews, anaInAlerts, program("news", List.of("news", "alerts"), "read"))) {
      assertThat(found(both)).contains(canary("news"), canary("alerts"));
    }
  }

  @Test
  void aTokenFindsNothingOfAnAppThatItIsNotFor() {
    var one = program("news", List.of("news"), "read", "send", "administer");
    assertThat(found(one)).contains(canary("news"));
    assertThat(found(one)).doesNotContain(canary("alerts"));
    for (var scope : List.of("send", "administer")) {
      var blind = program("news", List.of("news", "alerts"), scope);
      assertThat(blind.get("search?q=" + canary("news")).status()).isEqualTo(403);
      assertThat(found(blind)).doesNotContain(canary("news"), canary("alerts"));
    }
  }

  /** Webex tells nobody whose such an address is; it is known here by writing to it. */
  @Test
  void whomAnotherAppHasWrittenToOutsideIsExplainedLikeAnybody() {
    var address = canary("alerts") + "@partner.example";
    var id = "id-of-" + address;
    var byAddress = Map.of("audience", List.of(), "outside", true, "email", address);
    var byId = Map.of("audience", List.of(), "personId", id);
    var readers = Map.of(anaInNews, true, program("news", List.of("news"), "read"), false);
    readers.forEach((reader, mayKnow) -> {
      var found = reader.post("user/audiences/explain", byAddress);
      assertThat(found.status()).as(found.body()).isEqualTo(200);
      assertThat(found.json().at("/person/id").asText().equals(id)).isEqualTo(mayKnow);
      var named = reader.post("user/audiences/explain", byId).json().path("person");
      assertThat(named.has("email")).as(named.toString()).isEqualTo(mayKnow);
    });
  }

  /** By an id that was learned elsewhere, neither. */
  @Test
  void whomAnotherAppHasWrittenToOutsideIsChosenByIdLikeAnybody() {
    var program = program("news", List.of("news"), "read", "send");
    var group = made(program, "user/groups/create", Map.of("name", "Partners"));
    var unknown = "id-of-nobody";
    for (var id : List.of("id-of-" + canary("alerts") + "@partner.example", unknown)) {
      var chosen =
          program.post(
              "jobs/edit",
              Map.of("markdown", "Hello", "audience", List.of(Map.of("kind", "person", "id", id))));
      assertThat(chosen.status()).as(chosen.body()).isEqualTo(400);
      assertThat(chosen.errors().keySet()).containsExactly("audience[0].id");
      for (var action : List.of("add", "remove")) {
        var members = Map.of("groupId", group, "members", List.of(Map.of("id", id)));
        var answer = program.post("user/groups/" + action, members);
        assertThat(answer.json().at("/results/0/status").asText()).isEqualTo("no_account");
        assertThat(answer.json().at("/results/0/person").isMissingNode()).isTrue();
      }
    }
    var own = List.of(Map.of("id", "id-of-" + canary("news") + "@partner.example"));
    for (var action : List.of("add", "remove")) {
      var answer = program.post("user/groups/" + action, Map.of("groupId", group, "members", own));
      assertThat(answer.json().at("/results/0/person/email").asText()).contains("@partner");
    }
  }

  @Test
  void whomAnotherAppHasWrittenToOutsideIsNotNamedByATestAsThem() {
    var program = program("news", List.of("news"), "read", "send");
    for (var id : List.of("id-of-" + canary("alerts") + "@partner.example", "id-of-nobody")) {
      var form =
          Map.of(
              "markdown",
              "Hello",
              "audience",
              List.of(Map.of("kind", "person", "email", LARS)),
              "as",
              Map.of("id", id));
      assertThat(program.post("jobs/test", form).errors())
          .isEqualTo(Map.of("as", id + " is not in the audience. Choose one of its people."));
    }
  }

  @Test
  void aMemberWhomOnlyAnotherAppHasWrittenToCanBeTakenOut() {
    var program = program("news", List.of("news"), "read", "send");
    var group = made(program, "user/groups/create", Map.of("name", "With a partner"));
    var id = "id-of-" + canary("alerts") + "@partner.example";
    Jdbi.create(portal.databaseAddress())
        .useHandle(handle ->
            handle.execute(
                """
                INSERT INTO group_member (group_number, generation, person)
                SELECT number, generation, ? FROM people_group WHERE id = ?
                """,
                id,
                group));

    var members = Map.of("groupId", group, "members", List.of(Map.of("id", id)));
    var answer = program.post("user/groups/remove", members).json();
    assertThat(answer.at("/results/0/status").asText()).isEqualTo("removed");
    assertThat(program.get("user/groups/members?groupId=" + group).json().path("items")).isEmpty();
  }

  /** Whoever asks what would happen learns nothing of what the other app has done. */
  @Test
  void whomAnotherAppHasWrittenToOutsideIsPreviewedAndCheckedLikeAnybody() {
    var address = canary("alerts") + "@partner.example";
    var id = "id-of-" + address;
    var entry = Map.of("kind", "list", "name", "One", "emails", List.of(address, address));
    var form =
        Map.of(
            "markdown",
            "Dear {{firstName}}, {{email}}",
            "audience",
            List.of(entry),
            "outside",
            true);
    var readers = Map.of(anaInNews, true, program("news", List.of("news"), "read"), false);
    readers.forEach((reader, mayKnow) -> {
      var asked = reader.post("jobs/preview", form).json();
      assertThat(asked.at("/personal/readings/0/id").asText().equals(id)).isEqualTo(mayKnow);
      assertThat(asked.at("/audience/byAddress/0").asText()).isEqualTo(address);
      var check = reader.post("jobs/check", form).json();
      assertThat(check.at("/groups/0/first/0/id").asText().equals(id)).isEqualTo(mayKnow);
      var named = new LinkedHashMap<String, Object>(form);
      named.put("list", check.at("/groups/0/list").asText());
      var names = reader.post("jobs/check/names", named);
      assertThat(names.json().at("/items/0/email").asText()).as(names.body()).isEqualTo(address);
      assertThat(names.json().at("/items/0/id").asText().equals(id)).isEqualTo(mayKnow);
    });
  }

  /** Webex would tell the names of both, if it were asked by an id that one of them has here. */
  @Test
  void whomAnotherAppHasWrittenToOutsideIsCalledLikeAnybody() {
    var tomas = "tomas.silva@partner.example";
    var aino = "aino.virta@partner.example";
    var theirs = List.of(Map.of("kind", "list", "name", "One", "emails", List.of(tomas)));
    sent(anaInAlerts, Map.of("markdown", "Hello", "audience", theirs, "outside", true));
    var group = made(anaInAlerts, "user/groups/create", Map.of("name", "Known outside"));
    var directory = portal.simulator().directory();
    var id = directory.id(directory.principalByEmail(tomas).orElseThrow());
    var members = Map.of("groupId", group, "members", List.of(Map.of("id", id)));
    assertThat(anaInAlerts.post("user/groups/add", members).json().path("results").toString())
        .contains("added");

    var both = List.of(Map.of("kind", "list", "name", "Two", "emails", List.of(tomas, aino)));
    var form = Map.of("markdown", "Dear {{firstName}}", "audience", both, "outside", true);
    for (var reader : List.of(program("news", List.of("news"), "read"), anaInNews, anaInAlerts)) {
      for (var readings : reader.post("jobs/preview", form).json().at("/personal/readings")) {
        assertThat(readings.path("leftOut").asText()).isEqualTo("No value is known for firstName.");
      }
      var groups = reader.post("jobs/check", form).json().path("groups");
      assertThat(groups).hasSize(1);
      assertThat(groups.at("/0/why").asText()).isEqualTo("noValue");
      assertThat(groups.at("/0/count").asInt()).isEqualTo(2);
    }
    var inGroup =
        Map.of(
            "markdown",
            "Dear {{firstName}}",
            "audience",
            List.of(Map.of("kind", "group", "id", group)));
    assertThat(anaInAlerts.post("jobs/check", inGroup).json().at("/groups/0/why").asText())
        .isEqualTo("noValue");

    sent(
        anaInNews,
        Map.of("markdown", "Dear {{firstName|partner}}", "audience", both, "outside", true));
    assertThat(portal.simulator().ledger().entries(Ledger.Query.containing("Dear partner")))
        .hasSize(2);
  }

  private static void sent(Client by, Map<String, ?> form) {
    var job = made(by, "jobs/edit", form);
    assertThat(by.post("jobs/runNow", Map.of("jobId", job)).status()).isEqualTo(200);
    by.followUntil("jobs/detail/" + job, one -> one.path("state").asText().equals("finished"));
  }

  /** Neither is among whom a message of this app went to. */
  @Test
  void whomAnotherAppHasWrittenToOutsideHasNoMessageOfThisOneLikeAnybody() {
    var theirs = canary("alerts") + "@partner.example";
    var own = canary("news") + "@partner.example";
    var form =
        Map.of(
            "jobId",
            requireNonNull(requireNonNull(ids.get("news")).get("jobId")),
            "audience",
            List.of(
                Map.of(
                    "kind",
                    "list",
                    "name",
                    "Three",
                    "emails",
                    List.of(theirs, own, "nobody@partner.example"))));
    for (var reader : List.of(anaInNews, program("news", List.of("news"), "read"))) {
      var reach = reader.post("jobs/followUp/reach", form).json();
      assertThat(reach.path("noAccount"))
          .extracting(JsonNode::asText)
          .containsExactlyInAnyOrder(theirs, "nobody@partner.example");
    }
  }

  /** Two addresses are one person's only because the other app has written to both. */
  @Test
  void ofWhomAnotherAppHasWrittenToOutsideNoOtherAddressIsTold() {
    var other = "other@partner.example";
    Jdbi.create(portal.databaseAddress())
        .useHandle(handle ->
            handle.execute(
                "INSERT INTO address (email, person, asked) VALUES (?, ?, 1)",
                "mailto:" + other,
                "id-of-" + canary("alerts") + "@partner.example"));
    var form =
        Map.of(
            "markdown",
            "Dear {{firstName}}",
            "audience",
            List.of(Map.of("kind", "list", "name", "One", "emails", List.of(other))),
            "outside",
            true);
    var program = program("news", List.of("news"), "read");
    for (var path : List.of("jobs/preview", "jobs/check", "jobs/check/leftOut")) {
      assertThat(program.post(path, form).body()).contains(other).doesNotContain(canary("alerts"));
    }
  }

  /** All that the routes say that are about more than one app. */
  private String found(Client who) {
    var lars = portal.simulator().directory().personByEmail(LARS).orElseThrow().id();
    return who.get("search?q=canaryof&limit=50&kind=announcements").body()
        + who.get("search?q=" + canary("news")).body()
        + who.get("search?q=" + canary("alerts")).body()
        + who.get("user/people/received?personId=" + lars).body();
  }

  @Test
  void noAnswerHasAWordOfAnotherApp() {
    var leaks = new ArrayList<String>();
    var statuses = new HashMap<Integer, Integer>();
    callers()
        .forEach((name, caller) -> {
          var app = app(name);
          var other = other(app);
          for (var row : portal.portal().routes()) {
            var words = row.split(" ", -1);
            var who = caller.get();
            for (var asked : asked(words[0], words[1], app, other)) {
              var answer = who.call(words[0], asked.path, asked.body);
              statuses.merge(answer.status(), 1, Integer::sum);
              var whole = answer.raw().headers().map() + answer.body();
              if (whole.toLowerCase(Locale.ROOT).contains(canary(other))) {
                leaks.add("%s: %s %s".formatted(name, words[0], asked));
              }
            }
          }
        });
    assertThat(leaks).isEmpty();
    assertThat(statuses).doesNotContainKey(429);
    assertThat(statuses.get(200)).as("answered at all: " + statuses).isGreaterThan(100);
  }

  /**
   * Each stays open while both apps change, because what is sent then is made anew for all its
   * readers.
   */
  @Test
  void noStreamHasAWordOfAnotherApp() {
    var opened = new ArrayList<Opened>();
    try {
      var isStreamed = rowsThatAreStreamed();
      callers()
          .forEach((name, caller) -> {
            var who = caller.get();
            for (var pattern : isStreamed) {
              for (var path : paths(pattern, app(name), other(app(name)))) {
                opened.add(new Opened(name, path, who.opened(path)));
              }
            }
          });
      var live = opened.stream().filter(one -> one.answer.statusCode() == 200).toList();
      assertThat(live).extracting(one -> one.name).containsAll(READERS);
      live.forEach(one -> Await.until(one::objects, objects -> objects > 0));

      anaInNews.post("jobs/edit", Map.of("markdown", canary("news") + " at last"));
      anaInAlerts.post("jobs/edit", Map.of("markdown", canary("alerts") + " at last"));

      for (var one : live) {
        if (one.path.endsWith("/jobs/list/all")) {
          Await.until(one::said, said -> said.contains(canary(app(one.name)) + " at last"));
        }
      }
      assertThat(opened)
          .filteredOn(one ->
              (one.answer.headers().map() + one.said())
                  .toLowerCase(Locale.ROOT)
                  .contains(canary(other(app(one.name)))))
          .isEmpty();
    } finally {
      opened.forEach(Opened::close);
    }
  }

  private static final List<String> READERS =
      List.of(
          "an administrator of alerts",
          "a sender of news",
          "a token to read news",
          "a token for all in alerts");

  private List<String> rowsThatAreStreamed() {
    var streamed = new ArrayList<String>();
    for (var row : portal.portal().routes()) {
      var words = row.split(" ", -1);
      if (words[0].equals("GET") && !isLeftOut(words[0], words[1])) {
        try (var one =
            new Opened(
                "", words[1], anaInNews.opened(paths(words[1], "news", "news").getFirst()))) {
          if (one.answer.headers().firstValue("Content-Type").orElse("").startsWith("text/event")) {
            streamed.add(words[1]);
          }
        }
      }
    }
    assertThat(streamed)
        .containsExactlyInAnyOrder(
            "/Hub/:app/jobs/list/:scope",
            "/Hub/:app/jobs/calendar",
            "/Hub/:app/jobs/detail/:jobId",
            "/Hub/:app/answers/list");
    return streamed;
  }

  /** What somebody opened, and what it said so far. */
  private static final class Opened implements AutoCloseable {
    final String name;
    final String path;
    final HttpResponse<Stream<String>> answer;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    Opened(String name, String path, HttpResponse<Stream<String>> answer) {
      this.name = name;
      this.path = path;
      this.answer = answer;
      Thread.ofVirtual()
          .start(() -> {
            try {
              answer.body().forEach(lines::add);
            } catch (UncheckedIOException | IllegalStateException _) {
              // It was closed.
            }
          });
    }

    String said() {
      return String.join("\n", lines);
    }

    long objects() {
      return lines.stream().filter(line -> line.startsWith("data: ")).count();
    }

    @Override
    public void close() {
      answer.body().close();
    }

    @Override
    public String toString() {
      return name + ": " + path;
    }
  }

  private static String app(String caller) {
    return caller.endsWith("alerts") ? "alerts" : "news";
  }

  private static String other(String app) {
    return app.equals("news") ? "alerts" : "news";
  }

  private record Asked(String path, Optional<String> body) {}

  private List<Asked> asked(String method, String pattern, String app, String other) {
    if (isLeftOut(method, pattern)) {
      return List.of();
    }
    var paths = paths(pattern, app, other);
    return method.equals("GET")
        ? paths.stream().map(path -> new Asked(path, Optional.empty())).toList()
        : bodies(other).stream()
            .map(body -> new Asked(paths.getLast(), Optional.of(body)))
            .toList();
  }

  /** Who asks, and a client of theirs for each row. */
  private Map<String, Supplier<Client>> callers() {
    var callers = new LinkedHashMap<String, Supplier<Client>>();
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    var lars = portal.signedIn("news", LARS);
    callers.put("an administrator of alerts", () -> kenji);
    callers.put("a sender of news", () -> lars);
    callers.put("a token to read news", () -> program("news", List.of("news"), "read"));
    callers.put(
        "one to send and administer there",
        () -> program("news", List.of("news"), "send", "administer"));
    callers.put(
        "a token for all in alerts",
        () -> program("alerts", List.of("alerts"), "read", "send", "administer"));
    return callers;
  }

  /** What ends the caller, or only makes more of what is there. */
  private static boolean isLeftOut(String method, String pattern) {
    return method.equals("DELETE")
        || pattern.endsWith("/logout")
        || pattern.endsWith("/oauth")
        || pattern.endsWith("/tokens")
        || pattern.endsWith("/jobs/attach")
        || pattern.endsWith("/lists/add");
  }

  /** The row's address in the caller's app, for what is there and for what is the other's. */
  private List<String> paths(String pattern, String app, String other) {
    var paths = new ArrayList<String>();
    for (var whose : List.of(app, other)) {
      var of = requireNonNull(ids.get(whose));
      var path =
          pattern
              .replace(":app", app)
              .replace(":fingerprint", "x")
              .replace("*file", "shell.js")
              .replace(":scope", "all")
              .replace(":part", "added");
      for (var id : of.entrySet()) {
        path = path.replaceFirst(":" + id.getKey() + "(?![a-zA-Z])", id.getValue());
      }
      var asked = new LinkedHashMap<String, String>();
      asked.put("limit", "50");
      asked.put("q", canary(whose));
      asked.put("groupId", of.get("groupId"));
      asked.put("jobId", of.get("jobId"));
      asked.put("personId", portal.simulator().directory().personByEmail(LARS).orElseThrow().id());
      asked.put("from", Instant.now().minus(Duration.ofDays(15)).toString());
      asked.put("until", Instant.now().plus(Duration.ofDays(15)).toString());
      asked.keySet().retainAll(OpenApi.parameters("GET", path));
      asked.keySet().removeIf(name -> pattern.contains(":" + name));
      paths.add(
          path
              + asked.entrySet().stream()
                  .map(one -> one.getKey() + "=" + one.getValue())
                  .collect(Collectors.joining("&", asked.isEmpty() ? "" : "?", "")));
      paths.add(path.replace(of.get("jobId"), of.get("draft")));
    }
    return paths.stream().distinct().toList();
  }

  /** Forms that name what is the other's, in every way that there is. */
  private List<String> bodies(String other) {
    var of = requireNonNull(ids.get(other));
    var job = requireNonNull(of.get("jobId"));
    var audiences =
        List.of(
            Map.of("kind", "list", "listId", of.get("listId")),
            Map.of("kind", "group", "id", of.get("groupId")),
            Map.of("kind", "saved", "id", of.get("audienceId")),
            Map.of("kind", "recipients", "id", job, "who", "everybody"));
    var bodies = new ArrayList<Map<String, ?>>();
    for (var one : audiences) {
      bodies.add(Map.of("audience", List.of(one)));
    }
    bodies.add(Map.of("attachment", of.get("id")));
    bodies.add(Map.of("jobId", job));
    bodies.add(Map.of("jobId", of.get("draft")));
    bodies.add(Map.of("jobId", of.get("draft"), "revision", 1, "markdown", "x"));
    bodies.add(Map.of("templateId", of.get("templateId"), "fields", Map.of("a", "b")));
    bodies.add(Map.of("id", of.get("audienceId"), "name", "x", "audience", List.of()));
    bodies.add(Map.of("groupId", of.get("groupId"), "name", "x"));
    bodies.add(Map.of("groupId", of.get("groupId"), "listId", of.get("listId")));
    bodies.add(Map.of("answerId", of.get("answerId"), "markdown", "x"));
    bodies.add(Map.of("answerId", of.get("answerId")));
    bodies.add(Map.of("followUpId", of.get("followUpId")));
    return bodies.stream().map(Client::json).toList();
  }
}
