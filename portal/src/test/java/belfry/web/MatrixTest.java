package belfry.web;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.Portal;
import belfry.storage.Databases;
import belfry.testing.PortalTime;
import belfry.testing.TestDirectory;
import belfry.testing.WinterDay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every route for every kind of caller in both apps. The routes and what they need are read from
 * the portal itself: a new row is refused here until it has a sample.
 */
class MatrixTest {
  /** How a row is asked: its path for one app, and a body that does little. */
  private static final Map<String, Sample> SAMPLES =
      Map.ofEntries(
          entry("GET /status", new Sample("/status")),
          entry("GET /status/ready", new Sample("/status/ready")),
          entry("GET /status/live", new Sample("/status/live")),
          entry("GET /metrics", new Sample("/metrics")),
          entry("GET /openapi.yaml", new Sample("/openapi.yaml")),
          entry("GET /openapi.json", new Sample("/openapi.json")),
          entry("GET /Hub/:app/api", new Sample("/Hub/{app}/api")),
          entry("GET /", new Sample("/")),
          entry("GET /favicon.ico", new Sample("/favicon.ico")),
          entry("GET /Hub/assets/:fingerprint/*file", new Sample("/Hub/assets/x/shell.js")),
          entry("GET /Hub/:app", new Sample("/Hub/{app}")),
          entry("GET /Hub/:app/sendMessage.html", new Sample("/Hub/{app}/sendMessage.html")),
          entry("GET /Hub/:app/info", new Sample("/Hub/{app}/info")),
          entry("GET /Hub/:app/authUrl", new Sample("/Hub/{app}/authUrl")),
          entry("GET /Hub/:app/oauth", new Sample("/Hub/{app}/oauth")),
          entry("POST /Hub/:app/session/confirm", new Sample("/Hub/{app}/session/confirm", "")),
          entry("POST /Hub/:app/logout", new Sample("/Hub/{app}/logout", "")),
          entry("GET /Hub/:app/sessions", new Sample("/Hub/{app}/sessions")),
          entry("DELETE /Hub/:app/sessions", new Sample("/Hub/{app}/sessions")),
          entry("DELETE /Hub/:app/sessions/:session", new Sample("/Hub/{app}/sessions/none")),
          entry("GET /Hub/:app/tokens", new Sample("/Hub/{app}/tokens")),
          entry("POST /Hub/:app/tokens", new Sample("/Hub/{app}/tokens", "{}")),
          entry("DELETE /Hub/:app/tokens/:token", new Sample("/Hub/{app}/tokens/none")),
          entry("GET /Hub/:app/admin/tokens", new Sample("/Hub/{app}/admin/tokens")),
          entry("DELETE /Hub/:app/admin/tokens/:token", new Sample("/Hub/{app}/admin/tokens/none")),
          entry("GET /Hub/:app/admin/webhooks", new Sample("/Hub/{app}/admin/webhooks")),
          entry("POST /Hub/:app/admin/webhooks", new Sample("/Hub/{app}/admin/webhooks", "{}")),
          entry(
              "GET /Hub/:app/admin/webhooks/:webhook",
              new Sample("/Hub/{app}/admin/webhooks/none")),
          entry(
              "POST /Hub/:app/admin/webhooks/:webhook",
              new Sample("/Hub/{app}/admin/webhooks/none", "{}")),
          entry(
              "DELETE /Hub/:app/admin/webhooks/:webhook",
              new Sample("/Hub/{app}/admin/webhooks/none")),
          entry(
              "POST /Hub/:app/admin/webhooks/:webhook/rotate",
              new Sample("/Hub/{app}/admin/webhooks/none/rotate", "")),
          entry(
              "POST /Hub/:app/admin/webhooks/:webhook/test",
              new Sample("/Hub/{app}/admin/webhooks/none/test", "")),
          entry(
              "POST /Hub/:app/admin/webhooks/:webhook/replay",
              new Sample("/Hub/{app}/admin/webhooks/none/replay", "{}")),
          entry(
              "POST /Hub/:app/admin/claim",
              new Sample("/Hub/{app}/admin/claim", "{\"code\":\"no\"}")),
          entry("GET /Hub/:app/user/groups/list", new Sample("/Hub/{app}/user/groups/list")),
          entry("GET /Hub/:app/user/groups/find", new Sample("/Hub/{app}/user/groups/find")),
          entry("GET /Hub/:app/user/groups/members", new Sample("/Hub/{app}/user/groups/members")),
          entry("GET /Hub/:app/search", new Sample("/Hub/{app}/search?q=a")),
          entry(
              "GET /Hub/:app/user/people/received",
              new Sample("/Hub/{app}/user/people/received?personId=nobody")),
          entry("GET /Hub/:app/user/people/find", new Sample("/Hub/{app}/user/people/find")),
          entry(
              "GET /Hub/:app/user/colleagues/find", new Sample("/Hub/{app}/user/colleagues/find")),
          entry("GET /Hub/:app/user/spaces/list", new Sample("/Hub/{app}/user/spaces/list")),
          entry("GET /Hub/:app/user/spaces/find", new Sample("/Hub/{app}/user/spaces/find")),
          entry("POST /Hub/:app/user/groups/add", new Sample("/Hub/{app}/user/groups/add", "{}")),
          entry(
              "POST /Hub/:app/user/groups/remove",
              new Sample("/Hub/{app}/user/groups/remove", "{}")),
          entry(
              "POST /Hub/:app/user/groups/create",
              new Sample("/Hub/{app}/user/groups/create", "{}")),
          entry(
              "POST /Hub/:app/user/groups/rename",
              new Sample("/Hub/{app}/user/groups/rename", "{}")),
          entry(
              "POST /Hub/:app/user/groups/delete",
              new Sample("/Hub/{app}/user/groups/delete", "{}")),
          entry("GET /Hub/:app/admin/rules", new Sample("/Hub/{app}/admin/rules")),
          entry("POST /Hub/:app/admin/rules", new Sample("/Hub/{app}/admin/rules", "{}")),
          entry("GET /Hub/:app/admin/bots", new Sample("/Hub/{app}/admin/bots")),
          entry(
              "POST /Hub/:app/admin/bots/spread", new Sample("/Hub/{app}/admin/bots/spread", "{}")),
          entry("POST /Hub/:app/jobs/skip", new Sample("/Hub/{app}/jobs/skip", "{}")),
          entry("POST /Hub/:app/jobs/unskip", new Sample("/Hub/{app}/jobs/unskip", "{}")),
          entry("POST /Hub/:app/jobs/urgent", new Sample("/Hub/{app}/jobs/urgent", "{}")),
          entry("GET /Hub/:app/admin/trail", new Sample("/Hub/{app}/admin/trail")),
          entry("GET /Hub/:app/admin/trail/verify", new Sample("/Hub/{app}/admin/trail/verify")),
          entry("GET /Hub/:app/admin/trail/export", new Sample("/Hub/{app}/admin/trail/export")),
          entry("GET /Hub/:app/admin/users", new Sample("/Hub/{app}/admin/users")),
          entry("POST /Hub/:app/admin/users", new Sample("/Hub/{app}/admin/users", "{}")),
          entry("DELETE /Hub/:app/admin/users/:id", new Sample("/Hub/{app}/admin/users/nobody")),
          entry(
              "GET /Hub/:app/admin/users/:id/sessions",
              new Sample("/Hub/{app}/admin/users/nobody/sessions")),
          entry(
              "DELETE /Hub/:app/admin/users/:id/sessions",
              new Sample("/Hub/{app}/admin/users/nobody/sessions")),
          entry(
              "DELETE /Hub/:app/admin/users/:id/sessions/:session",
              new Sample("/Hub/{app}/admin/users/nobody/sessions/none")),
          entry(
              "POST /Hub/:app/user/lists/add",
              new Sample("/Hub/{app}/user/lists/add?name=a.csv", "a@x.example")),
          entry(
              "GET /Hub/:app/user/lists/detail/:listId",
              new Sample("/Hub/{app}/user/lists/detail/0S9X8JYY9CVR3")),
          Map.entry(
              "GET /Hub/:app/user/lists/unread/:listId",
              new Sample("/Hub/{app}/user/lists/unread/0S9X8JYY9CVR3")),
          entry("GET /Hub/:app/user/audiences/list", new Sample("/Hub/{app}/user/audiences/list")),
          entry(
              "GET /Hub/:app/user/audiences/detail/:audienceId",
              new Sample("/Hub/{app}/user/audiences/detail/0S9X8JYY9CVR3")),
          entry(
              "POST /Hub/:app/user/audiences/save",
              new Sample("/Hub/{app}/user/audiences/save", "{}")),
          entry(
              "POST /Hub/:app/user/audiences/delete",
              new Sample("/Hub/{app}/user/audiences/delete", "{}")),
          entry(
              "POST /Hub/:app/user/audiences/explain",
              new Sample("/Hub/{app}/user/audiences/explain", "{}")),
          entry("GET /Hub/:app/templates/list", new Sample("/Hub/{app}/templates/list")),
          entry(
              "GET /Hub/:app/templates/detail/:templateId",
              new Sample("/Hub/{app}/templates/detail/0S9X8JYY9CVR3")),
          entry("POST /Hub/:app/templates/save", new Sample("/Hub/{app}/templates/save", "{}")),
          entry("POST /Hub/:app/templates/fill", new Sample("/Hub/{app}/templates/fill", "{}")),
          entry("POST /Hub/:app/templates/delete", new Sample("/Hub/{app}/templates/delete", "{}")),
          entry("POST /Hub/:app/jobs/attach", new Sample("/Hub/{app}/jobs/attach?name=a.txt", "a")),
          entry(
              "GET /Hub/:app/jobs/attachment/:id",
              new Sample("/Hub/{app}/jobs/attachment/0S9X8JYY9CVR3")),
          entry("POST /Hub/:app/jobs/edit", new Sample("/Hub/{app}/jobs/edit", "{}")),
          entry("POST /Hub/:app/jobs/send", new Sample("/Hub/{app}/jobs/send", "{}")),
          entry("POST /Hub/:app/jobs/runNow", new Sample("/Hub/{app}/jobs/runNow", "{}")),
          entry("POST /Hub/:app/jobs/schedule", new Sample("/Hub/{app}/jobs/schedule", "{}")),
          entry("POST /Hub/:app/jobs/cancel", new Sample("/Hub/{app}/jobs/cancel", "{}")),
          entry("POST /Hub/:app/jobs/pause", new Sample("/Hub/{app}/jobs/pause", "{}")),
          entry("POST /Hub/:app/jobs/resume", new Sample("/Hub/{app}/jobs/resume", "{}")),
          entry("POST /Hub/:app/jobs/duplicate", new Sample("/Hub/{app}/jobs/duplicate", "{}")),
          entry("POST /Hub/:app/jobs/delete", new Sample("/Hub/{app}/jobs/delete", "{}")),
          entry("POST /Hub/:app/jobs/decide", new Sample("/Hub/{app}/jobs/decide", "{}")),
          entry("POST /Hub/:app/jobs/retryFailed", new Sample("/Hub/{app}/jobs/retryFailed", "{}")),
          entry("POST /Hub/:app/jobs/remind", new Sample("/Hub/{app}/jobs/remind", "{}")),
          entry(
              "POST /Hub/:app/jobs/skipReminder", new Sample("/Hub/{app}/jobs/skipReminder", "{}")),
          entry(
              "POST /Hub/:app/jobs/unskipReminder",
              new Sample("/Hub/{app}/jobs/unskipReminder", "{}")),
          entry(
              "POST /Hub/:app/jobs/stopReminders",
              new Sample("/Hub/{app}/jobs/stopReminders", "{}")),
          entry("POST /Hub/:app/jobs/recall", new Sample("/Hub/{app}/jobs/recall", "{}")),
          entry("POST /Hub/:app/jobs/correct", new Sample("/Hub/{app}/jobs/correct", "{}")),
          entry(
              "POST /Hub/:app/jobs/stopFollowUp", new Sample("/Hub/{app}/jobs/stopFollowUp", "{}")),
          entry(
              "GET /Hub/:app/jobs/correctable/:jobId",
              new Sample("/Hub/{app}/jobs/correctable/0S9X8JYY9CVR3")),
          entry(
              "POST /Hub/:app/jobs/followUp/reach",
              new Sample("/Hub/{app}/jobs/followUp/reach", "{}")),
          entry(
              "GET /Hub/:app/jobs/followUp/messages/:followUpId",
              new Sample("/Hub/{app}/jobs/followUp/messages/0S9X8JYY9CVR3")),
          entry(
              "GET /Hub/:app/jobs/followUp/export/:followUpId",
              new Sample("/Hub/{app}/jobs/followUp/export/0S9X8JYY9CVR3")),
          entry("POST /Hub/:app/answers/event", new Sample("/Hub/{app}/answers/event", "{}")),
          entry(
              "POST /Hub/:app/answers/event/:bot", new Sample("/Hub/{app}/answers/event/1", "{}")),
          entry("POST /Hub/:app/answers/decide", new Sample("/Hub/{app}/answers/decide", "{}")),
          entry("GET /Hub/:app/answers/list", new Sample("/Hub/{app}/answers/list")),
          entry(
              "GET /Hub/:app/answers/announcements",
              new Sample("/Hub/{app}/answers/announcements")),
          entry("POST /Hub/:app/answers/done", new Sample("/Hub/{app}/answers/done", "{}")),
          entry("POST /Hub/:app/answers/reply", new Sample("/Hub/{app}/answers/reply", "{}")),
          entry("GET /Hub/:app/answers/automatic", new Sample("/Hub/{app}/answers/automatic")),
          entry(
              "POST /Hub/:app/answers/automatic", new Sample("/Hub/{app}/answers/automatic", "{}")),
          entry("POST /Hub/:app/jobs/preview", new Sample("/Hub/{app}/jobs/preview", "{}")),
          entry("POST /Hub/:app/jobs/check", new Sample("/Hub/{app}/jobs/check", "{}")),
          entry("POST /Hub/:app/jobs/check/names", new Sample("/Hub/{app}/jobs/check/names", "{}")),
          entry(
              "POST /Hub/:app/jobs/check/leftOut",
              new Sample("/Hub/{app}/jobs/check/leftOut", "{}")),
          entry(
              "GET /Hub/:app/jobs/leftOut/:jobId",
              new Sample("/Hub/{app}/jobs/leftOut/0S9X8JYY9CVR3")),
          entry(
              "GET /Hub/:app/jobs/changes/:jobId",
              new Sample("/Hub/{app}/jobs/changes/0S9X8JYY9CVR3")),
          entry(
              "GET /Hub/:app/jobs/changes/:jobId/:part",
              new Sample("/Hub/{app}/jobs/changes/0S9X8JYY9CVR3/added")),
          entry("POST /Hub/:app/jobs/test", new Sample("/Hub/{app}/jobs/test", "{}")),
          entry("GET /Hub/:app/jobs/list/:scope", new Sample("/Hub/{app}/jobs/list/all")),
          entry(
              "GET /Hub/:app/jobs/calendar",
              new Sample(
                  "/Hub/{app}/jobs/calendar?from=2026-11-01T00:00:00Z&until=2026-12-01T00:00:00Z")),
          entry(
              "GET /Hub/:app/jobs/detail/:jobId",
              new Sample("/Hub/{app}/jobs/detail/0S9X8JYY9CVR3")),
          entry(
              "GET /Hub/:app/jobs/recipients/:jobId",
              new Sample("/Hub/{app}/jobs/recipients/0S9X8JYY9CVR3")),
          entry(
              "GET /Hub/:app/jobs/failures/:jobId",
              new Sample("/Hub/{app}/jobs/failures/0S9X8JYY9CVR3")),
          entry(
              "GET /Hub/:app/jobs/export/:jobId",
              new Sample("/Hub/{app}/jobs/export/0S9X8JYY9CVR3")));

  private record Sample(String path, String body) {
    Sample(String path) {
      this(path, "");
    }
  }

  private record Row(String method, String pattern, String need) {
    static Row of(String line) {
      var words = line.split(" ", -1);
      return new Row(words[0], words[1], words[2]);
    }

    String name() {
      return method + " " + pattern;
    }

    Sample sample() {
      return Optional.ofNullable(SAMPLES.get(name()))
          .orElseThrow(() -> new AssertionError(name() + " has no sample here"));
    }
  }

  /** What a caller is in the app that is asked; from each the answer for a need follows. */
  private enum Kind {
    SIGNED_OUT,
    FORGED,
    WITHOUT_ROLE,
    SENDER,
    ADMIN,
    ADMIN_OF_THE_OTHER,
    REMOVED;

    /** 0 where they are let in. */
    int expected(String need) {
      var signedIn = this != SIGNED_OUT && this != FORGED;
      return switch (need) {
        case "NOTHING" -> 0;
        case "SESSION", "PERSON" -> signedIn ? 0 : 401;
        case "SENDER" -> signedIn ? (this == SENDER || this == ADMIN ? 0 : 403) : 401;
        case "ADMIN" -> signedIn ? (this == ADMIN ? 0 : 403) : 401;
        default -> throw new AssertionError("what does " + need + " let in?");
      };
    }

    String person(String app) {
      var news = app.equals("news");
      return switch (this) {
        case SIGNED_OUT, FORGED -> "";
        case ADMIN -> news ? "ana-id" : "kenji-id";
        case ADMIN_OF_THE_OTHER -> news ? "kenji-id" : "ana-id";
        default -> name().toLowerCase(java.util.Locale.ROOT) + "-" + app + "-id";
      };
    }
  }

  private final PortalTime time = new PortalTime();
  private final Path data = TestDirectory.fresh();
  private int codes;

  @Test
  void everyRouteLetsInWhomItsRowNamesAndNobodyElse() {
    var wrong = new ArrayList<String>();
    var refused = new TreeSet<String>();
    try (var platform = new PlatformDouble();
        var portal = new Setup(platform.address()).in(data).start(time)) {
      var rows = portal.routes().stream().map(Row::of).toList();
      assertThat(rows.stream().map(Row::name).filter(name -> !SAMPLES.containsKey(name)))
          .as("rows without a sample here")
          .isEmpty();
      for (var app : List.of("news", "alerts")) {
        var callers = callers(platform, portal, app);
        for (var kind : Kind.values()) {
          // The trail takes a limited number of refusals a minute.
          time.pass(Duration.ofMinutes(1));
          for (var row : rows) {
            var status = ask(platform, portal, row, app, kind, callers.getOrDefault(kind, ""));
            var expected = kind.expected(row.need);
            if (expected == 0
                ? status == 401 || status == 403 || status >= 500
                : status != expected) {
              wrong.add("%s as %s of %s: %d".formatted(row.name(), kind, app, status));
            }
            if (expected == 403) {
              refused.add(app + " " + kind.person(app) + " " + row.pattern);
            }
          }
        }
      }
      // One network may open only so many connections in a minute.
      time.pass(Duration.ofMinutes(1));
      for (var row : rows) {
        if (row.pattern.startsWith("/Hub/:app")) {
          var status = ask(platform, portal, row, "unknown", Kind.SIGNED_OUT, "Cookie: a=b");
          assertThat(status).as(row.name() + " of an unknown app").isEqualTo(404);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(trail("refused.role"))
        .as("refusals in the audit trail")
        .containsExactlyElementsOf(refused);
  }

  /** POSTs that change nothing: whoever may read may ask them. */
  private static final Set<String> QUESTIONS =
      Set.of(
          "/Hub/:app/jobs/preview",
          "/Hub/:app/jobs/check",
          "/Hub/:app/jobs/check/names",
          "/Hub/:app/jobs/check/leftOut",
          "/Hub/:app/user/audiences/explain",
          "/Hub/:app/jobs/followUp/reach",
          "/Hub/:app/templates/fill");

  /** What a sender may change, and is answered with what somebody else wrote. */
  private static final Set<String> SHOWING =
      Set.of(
          "/Hub/:app/jobs/duplicate",
          "/Hub/:app/answers/done",
          "/Hub/:app/answers/reply",
          "/Hub/:app/answers/decide");

  /** Programs: what their owner is when they ask, and what was asked for them. */
  private enum Program {
    READER_OF_A_SENDER("read"),
    SENDER_OF_A_SENDER("send"),
    READER_OF_AN_ADMIN("read"),
    SENDER_OF_AN_ADMIN("send"),
    ADMINISTRATOR_OF_AN_ADMIN("administer"),
    EVERYTHING_OF_AN_ADMIN("read send administer"),
    EVERYTHING_OF_ONE_WHO_WAS_ADMIN("read send administer"),
    OF_ONE_WHO_WAS_REMOVED("read send"),
    OF_ANOTHER_APP("read send administer"),
    REVOKED("read send administer"),
    REVOKED_BY_AN_ADMIN("read send administer"),
    INVENTED(""),
    EXPIRED("read send administer");

    private final String scopes;

    Program(String scopes) {
      this.scopes = scopes;
    }

    /** 0 where it is let in. */
    int expected(Row row) {
      return switch (row.need) {
        case "NOTHING" -> 0;
        case "SESSION", "PERSON" -> isValid() ? 403 : 401;
        case "SENDER", "ADMIN" -> isValid() ? (isLetIn(row) ? 0 : 403) : 401;
        default -> throw new AssertionError("what does " + row.need + " let in?");
      };
    }

    private boolean isValid() {
      return switch (this) {
        case OF_ONE_WHO_WAS_REMOVED, REVOKED, REVOKED_BY_AN_ADMIN, INVENTED, EXPIRED -> false;
        default -> true;
      };
    }

    private boolean isLetIn(Row row) {
      var asks = row.method.equals("GET") || QUESTIONS.contains(row.pattern);
      var scope = row.need.equals("ADMIN") ? "administer" : asks ? "read" : "send";
      return this != OF_ANOTHER_APP
          && scopes.contains(scope)
          && (scopes.contains("read") || !SHOWING.contains(row.pattern))
          && !(row.need.equals("ADMIN") && this == EVERYTHING_OF_ONE_WHO_WAS_ADMIN);
    }
  }

  @Test
  void aTokenLetsInWhereItsScopeAndItsOwnerAreLetInAndNowhereElse() {
    var wrong = new ArrayList<String>();
    try (var platform = new PlatformDouble();
        var portal = new Setup(platform.address()).in(data).start(time)) {
      var rows = portal.routes().stream().map(Row::of).toList();
      var tokens = programs(platform, portal);
      assertThat(tokens).containsOnlyKeys(Program.values());
      for (var program : Program.values()) {
        time.pass(program == Program.EXPIRED ? Duration.ofDays(8) : Duration.ofMinutes(1));
        for (var row : rows) {
          var sample = row.sample();
          var path = sample.path.replace("{app}", "news");
          var bearer = "Authorization: Bearer " + tokens.get(program);
          // As if from another site: no browser sends a token by itself.
          var site = "Sec-Fetch-Site: cross-site";
          var status =
              (row.method.equals("POST")
                      ? Wire.post(portal.port(), path, sample.body, bearer, site)
                      : Wire.ask(portal.port(), Wire.head(row.method, path, bearer, site) + "\r\n"))
                  .status();
          var expected = program.expected(row);
          var open = row.need.equals("NOTHING");
          if (expected == 0
              ? !open && (status == 401 || status == 403 || status == 429 || status >= 500)
              : status != expected) {
            wrong.add("%s with %s: %d".formatted(row.name(), program, status));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private Map<Program, String> programs(PlatformDouble platform, Portal portal) {
    var ana = signIn(platform, portal, "ana-id");
    var users = "/Hub/news/admin/users";
    var tokens = new LinkedHashMap<Program, String>();
    for (var program : Program.values()) {
      time.pass(Duration.ofMinutes(1));
      var person = program.name().toLowerCase(java.util.Locale.ROOT) + "-id";
      var mine = program.name().contains("SENDER") && !program.name().contains("ADMIN");
      var role = mine ? "sender" : "admin";
      var added = "{\"id\":\"%s\",\"role\":\"%s\"}".formatted(person, role);
      assertThat(Wire.post(portal.port(), users, added, ana).status()).isEqualTo(201);
      var other = program == Program.OF_ANOTHER_APP;
      var owner = signIn(platform, portal, other ? "kenji-id" : person);
      tokens.put(program, "belfry_0S9X8JYY9CVR3_" + "A".repeat(43));
      if (program != Program.INVENTED) {
        var app = other ? "alerts" : "news";
        var form =
            "{\"name\":\"CI\",\"days\":7,\"scopes\":[\"%s\"]}"
                .formatted(program.scopes.replace(" ", "\",\""));
        var made = Wire.post(portal.port(), "/Hub/" + app + "/tokens", form, owner);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        tokens.put(program, made.body().replaceFirst("(?s).*\"secret\":\"([^\"]+)\".*", "$1"));
        afterwards(portal, program, person, made.body(), owner, ana);
      }
    }
    return tokens;
  }

  /** What happens to the token or its owner before it is used. */
  private static void afterwards(
      Portal portal, Program program, String person, String made, String owner, String ana) {
    var id = made.replaceFirst("(?s).*?\"id\":\"(\\w+)\".*", "$1");
    var users = "/Hub/news/admin/users";
    var status =
        switch (program) {
          case REVOKED -> delete(portal, "/Hub/news/tokens/" + id, owner);
          case REVOKED_BY_AN_ADMIN -> delete(portal, "/Hub/news/admin/tokens/" + id, ana);
          case OF_ONE_WHO_WAS_REMOVED -> delete(portal, users + "/" + person, ana);
          case EVERYTHING_OF_ONE_WHO_WAS_ADMIN ->
              Wire.post(portal.port(), users, "{\"id\":\"%s\"}".formatted(person), ana).status();
          default -> 204;
        };
    assertThat(status).as(program.name()).isIn(200, 201, 204);
  }

  private static int delete(Portal portal, String path, String cookies) {
    return Wire.ask(portal.port(), Wire.head("DELETE", path, cookies) + "\r\n").status();
  }

  /** The rows say sender, which is right for a group that is kept here; this one is not. */
  @Test
  void aGroupOfTheDirectoryIsChangedByAdministratorsOnlyAndThatIsWrittenDown() {
    try (var database = Databases.open(Optional.empty(), data)) {
      database.write(handle -> {
        handle.execute(
            "INSERT INTO person (id, name, name_key, email) VALUES ('lars-id', 'Lars', 'lars', '')");
        return handle.execute(
            """
            INSERT INTO people_group (number, id, app, name, name_key, size, generation)
            VALUES (1, 'everybody', '', 'Everybody', 'everybody', 0, 0)
            """);
      });
    }
    var form = "{\"groupId\":\"everybody\",\"members\":[{\"id\":\"lars-id\"}]}";
    try (var platform = new PlatformDouble();
        var portal = new Setup(platform.address()).in(data).start(time)) {
      var callers = callers(platform, portal, "news");
      for (var action : List.of("add", "remove")) {
        for (var kind : Kind.values()) {
          var expected =
              kind == Kind.ADMIN ? 200 : kind == Kind.SENDER ? 403 : kind.expected("SENDER");
          var path = "/Hub/news/user/groups/" + action;
          var answer = Wire.post(portal.port(), path, form, callers.getOrDefault(kind, ""));
          assertThat(answer.status()).as(action + " as " + kind).isEqualTo(expected);
          if (kind == Kind.SENDER) {
            assertThat(answer.body())
                .contains("Only administrators of Company News may change it.");
          }
        }
      }
    }
    assertThat(trail("group.%")).containsExactly("news ana-id everybody");
    assertThat(trail("refused.role"))
        .contains(
            "news sender-news-id group.add everybody",
            "news sender-news-id group.remove everybody");
  }

  /** The rows say sender; what is urgent asks for a right of its own, whoever brings a token. */
  @Test
  void whatIsUrgentIsSentByAdministratorsAndWhoeverKeptThatRight() {
    try (var database = Databases.open(Optional.empty(), data)) {
      database.write(handle ->
          handle.execute(
              "INSERT INTO person (id, name, name_key, email) VALUES ('lars-id', 'Lars', 'lars', '')"));
    }
    try (var platform = new PlatformDouble();
        var portal = new Setup(platform.address()).in(data).start(time)) {
      var admin = signIn(platform, portal, "ana-id");
      for (var form :
          List.of(
              "{\"id\":\"with-id\"}",
              "{\"id\":\"without-id\",\"urgent\":false}",
              "{\"id\":\"was-without-id\",\"urgent\":false}",
              "{\"id\":\"was-without-id\",\"role\":\"admin\"}")) {
        assertThat(Wire.post(portal.port(), "/Hub/news/admin/users", form, admin).status())
            .isEqualTo(201);
      }
      var expected = Map.of("ana-id", 0, "with-id", 0, "was-without-id", 0, "without-id", 403);
      expected.forEach((person, refusal) -> {
        var session = signIn(platform, portal, person);
        var info = Wire.get(portal.port(), "/Hub/news/info", session).body();
        assertThat(info).contains("\"urgent\":" + (refusal == 0));
        for (var credential : List.of(session, sendingToken(portal, session))) {
          assertThat(urgently(portal, credential)).as(person).isEqualTo(refusal == 0 ? 201 : 403);
          assertThat(hurried(portal, credential)).as(person).isEqualTo(refusal == 0 ? 200 : 403);
        }
      });
    }
  }

  private static String sendingToken(Portal portal, String session) {
    var form = "{\"name\":\"CI\",\"days\":7,\"scopes\":[\"send\"]}";
    var made = Wire.post(portal.port(), "/Hub/news/tokens", form, session).body();
    return "Authorization: Bearer " + made.replaceFirst("(?s).*\"secret\":\"([^\"]+)\".*", "$1");
  }

  private static Wire.Answer scheduled(Portal portal, String credential, String more) {
    var form =
        "{\"markdown\":\"Fire\",\"audience\":[{\"kind\":\"person\",\"id\":\"lars-id\"}],\"at\":\"%s\",\"zone\":\"UTC\"%s}"
            .formatted(WinterDay.at("09:00"), more);
    return Wire.post(portal.port(), "/Hub/news/jobs/send", form, credential);
  }

  private static int urgently(Portal portal, String credential) {
    return scheduled(portal, credential, ",\"urgentReason\":\"Fire\"").status();
  }

  private static int hurried(Portal portal, String credential) {
    var made = scheduled(portal, credential, "");
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    var id = made.body().replaceFirst("(?s).*?\"id\":\"(\\w+)\".*", "$1");
    var form = "{\"jobId\":\"%s\",\"reason\":\"Fire\"}".formatted(id);
    return Wire.post(portal.port(), "/Hub/news/jobs/urgent", form, credential).status();
  }

  private int ask(
      PlatformDouble platform, Portal portal, Row row, String app, Kind kind, String cookies) {
    var sample = row.sample();
    var jar =
        row.pattern.endsWith("/logout") && !kind.person(app).isEmpty()
            ? signIn(platform, portal, kind.person(app))
            : cookies;
    var path = sample.path.replace("{app}", app);
    return (switch (row.method) {
          case "POST" -> Wire.post(portal.port(), path, sample.body, jar);
          default -> Wire.ask(portal.port(), Wire.head(row.method, path, jar) + "\r\n");
        })
        .status();
  }

  private Map<Kind, String> callers(PlatformDouble platform, Portal portal, String app) {
    var admin = signIn(platform, portal, Kind.ADMIN.person(app));
    var users = "/Hub/" + app + "/admin/users";
    for (var kind : List.of(Kind.SENDER, Kind.REMOVED)) {
      var form = "{\"id\":\"%s\"}".formatted(kind.person(app));
      assertThat(Wire.post(portal.port(), users, form, admin).status()).isEqualTo(201);
    }
    var callers = new LinkedHashMap<Kind, String>();
    callers.put(Kind.SIGNED_OUT, "Cookie: theme=dark");
    callers.put(Kind.FORGED, "Cookie: id=" + Kind.ADMIN.person(app) + "; displayName=Ana");
    for (var kind : Kind.values()) {
      callers.computeIfAbsent(kind, one -> signIn(platform, portal, one.person(app)));
    }
    var removal = users + "/" + Kind.REMOVED.person(app);
    assertThat(Wire.ask(portal.port(), Wire.head("DELETE", removal, admin) + "\r\n").status())
        .isEqualTo(200);
    return callers;
  }

  private String signIn(PlatformDouble platform, Portal portal, String person) {
    time.pass(Duration.ofSeconds(10));
    platform.profile(PlatformDouble.person(person, "Mx " + person));
    var answer = Wire.get(portal.port(), "/Hub/news/oauth?code=matrix-" + codes++);
    assertThat(answer.status()).isEqualTo(301);
    Wire.get(portal.port(), "/Hub/news/info", answer.cookies());
    return answer.cookies();
  }

  /** Who did what in which app, of this kind, each once. */
  private List<String> trail(String action) {
    try (var database = Databases.open(Optional.empty(), data)) {
      return database.read(handle ->
          handle
              .createQuery("SELECT app, actor, object FROM audit WHERE action LIKE ?")
              .bind(0, action)
              .map((row, _) ->
                  row.getString("app")
                      + " "
                      + row.getString("actor")
                      + " "
                      + row.getString("object"))
              .stream()
              .distinct()
              .sorted()
              .toList());
    }
  }
}
