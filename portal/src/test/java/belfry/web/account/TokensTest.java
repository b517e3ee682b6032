package belfry.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.Portal;
import belfry.signin.SessionPolicy;
import belfry.storage.Databases;
import belfry.testing.PortalTime;
import belfry.testing.TestDirectory;
import belfry.web.PlatformDouble;
import belfry.web.Setup;
import belfry.web.Wire;
import belfry.web.frame.TokenPace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs that come with a token. {@link MatrixTest} says where they are let in. */
class TokensTest {
  private static final String JOBS = "/Hub/news/jobs/list/all";
  private static final String GROUPS = "/Hub/news/user/groups/";

  private final PortalTime time = new PortalTime();
  private final Path data = TestDirectory.fresh();
  private final PlatformDouble platform = new PlatformDouble();
  private Portal portal;
  private int codes;

  @BeforeEach
  void start() {
    portal = new Setup(platform.address()).in(data).start(time);
  }

  @AfterEach
  void stop() {
    portal.close();
    platform.close();
  }

  private String signIn(String person, String organisation) {
    time.pass(Duration.ofSeconds(10));
    platform.profile(PlatformDouble.person(person, "Mx " + person, organisation));
    return Wire.get(portal.port(), "/Hub/news/oauth?code=tokens-" + codes++).cookies();
  }

  private Wire.Answer make(String cookies, String form) {
    return Wire.post(portal.port(), "/Hub/news/tokens", form, cookies);
  }

  private String bearer(String cookies, String... scopes) {
    var form =
        "{\"name\":\"CI\",\"days\":7,\"scopes\":[\"%s\"]}".formatted(String.join("\",\"", scopes));
    var made = make(cookies, form);
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    return "Authorization: Bearer "
        + made.body().replaceFirst("(?s).*\"secret\":\"([^\"]+)\".*", "$1");
  }

  private Wire.Answer jobs(String... headers) {
    return Wire.get(portal.port(), JOBS, headers);
  }

  @Test
  void itIsShownOnceAndListedWithItsLastUse() {
    var ana = signIn("ana-id", "");
    var bearer = bearer(ana, "read");
    assertThat(jobs(bearer).status()).isEqualTo(200);

    var listed = Wire.get(portal.port(), "/Hub/news/tokens", ana).body();
    assertThat(listed)
        .contains("\"name\":\"CI\"", "\"lastUsedAt\":\"", "\"lastAddress\":\"127.0.0.1\"")
        .doesNotContain(bearer.substring(bearer.length() - 43));
    assertThat(Wire.get(portal.port(), "/Hub/news/admin/tokens", ana).body()).isEqualTo(listed);
  }

  @Test
  void whatIsWrongWithAWishIsSaidByItsField() {
    var ana = signIn("ana-id", "");
    var wishes =
        List.of(
            List.of("name", "{\"days\":7,\"scopes\":[\"read\"]}"),
            List.of("scopes", "{\"name\":\"a\",\"days\":7,\"scopes\":[]}"),
            List.of("scopes[1]", "{\"name\":\"a\",\"days\":7,\"scopes\":[\"read\",\"write\"]}"),
            List.of("days", "{\"name\":\"a\",\"scopes\":[\"read\"]}"),
            List.of("days", "{\"name\":\"a\",\"days\":366,\"scopes\":[\"read\"]}"),
            List.of(
                "apps[0]", "{\"name\":\"a\",\"days\":1,\"scopes\":[\"read\"],\"apps\":[\"x\"]}"),
            List.of(
                "apps[1]",
                "{\"name\":\"a\",\"days\":1,\"scopes\":[\"read\"],\"apps\":[\"news\",\"alerts\"]}"));
    for (var wish : wishes) {
      var answer = make(ana, wish.getLast());
      assertThat(answer.status()).as(wish.getLast()).isEqualTo(400);
      assertThat(answer.body()).contains("\"field\":\"" + wish.getFirst() + "\"");
    }
    Wire.post(portal.port(), "/Hub/news/admin/users", "{\"id\":\"lars-id\"}", ana);
    var lars = signIn("lars-id", "");
    assertThat(make(lars, "{\"name\":\"a\",\"days\":1,\"scopes\":[\"administer\"]}").body())
        .contains("\"field\":\"apps[0]\"");
  }

  @Test
  void cookiesBesideItCountForNothing() {
    var ana = signIn("ana-id", "");
    var wrong = jobs(ana, "Authorization: Bearer belfry_nonsense");
    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.header("WWW-Authenticate")).contains("Bearer error=\"invalid_token\"");
    assertThat(wrong.all("Set-Cookie")).isEmpty();
    assertThat(jobs(ana, "Authorization: Basic YTpi").status()).as("a proxy's").isEqualTo(200);
  }

  @Test
  void whatIsMissingIsSaidAsProgramsReadIt() {
    var answer =
        Wire.post(portal.port(), "/Hub/news/jobs/edit", "{}", bearer(signIn("ana-id", ""), "read"));
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.header("WWW-Authenticate"))
        .contains("Bearer error=\"insufficient_scope\", scope=\"send\"");
  }

  /** A copy says what its author wrote, whoever has it made. */
  @Test
  void withoutReadingNobodyElsesWordsComeByTheWayOfAChange() {
    var ana = signIn("ana-id", "");
    Wire.post(portal.port(), "/Hub/news/admin/users", "{\"id\":\"lars-id\"}", ana);
    var edit = "/Hub/news/jobs/edit";
    var written = Wire.post(portal.port(), edit, "{\"markdown\":\"Only for readers\"}", ana);
    var job = written.body().replaceFirst("(?s).*?\"id\":\"(\\w+)\".*", "{\"jobId\":\"$1\"}");
    var lars = signIn("lars-id", "");
    var blind = bearer(lars, "send");
    for (var action : List.of("duplicate", "pause", "test", "retryFailed", "delete")) {
      var answer = Wire.post(portal.port(), "/Hub/news/jobs/" + action, job, blind);
      assertThat(answer.status()).as(action).isGreaterThanOrEqualTo(400);
      assertThat(answer.body()).doesNotContain("Only for readers");
    }
    var copy = "/Hub/news/jobs/duplicate";
    assertThat(Wire.post(portal.port(), copy, job, blind).header("WWW-Authenticate"))
        .contains("Bearer error=\"insufficient_scope\", scope=\"read\"");
    assertThat(Wire.post(portal.port(), copy, job, bearer(lars, "send", "read")).body())
        .contains("Only for readers");
    assertThat(Wire.post(portal.port(), edit, "{\"markdown\":\"My own\"}", blind).body())
        .contains("My own");
  }

  /** Lists, groups and messages have words of whoever made them. */
  @Test
  void withoutReadingWhatIsNamedByAnIdIsCalledByIt() {
    var ana = signIn("ana-id", "");
    Wire.post(portal.port(), "/Hub/news/admin/users", "{\"id\":\"lars-id\"}", ana);
    var group = idOf(Wire.post(portal.port(), GROUPS + "create", "{\"name\":\"Anas own\"}", ana));
    var list =
        idOf(
            Wire.post(
                portal.port(),
                "/Hub/news/user/lists/add?name=Anas%20own.csv",
                "ana@x.example\n",
                ana));
    var lars = signIn("lars-id", "");
    var blind = bearer(lars, "send");
    var seeing = bearer(lars, "send", "read");
    var audience =
        "\"audience\":[{\"kind\":\"group\",\"id\":\"%s\"},{\"kind\":\"list\",\"listId\":\"%s\"}]}"
            .formatted(group, list);
    for (var request :
        Map.of(
                "/Hub/news/jobs/edit",
                "{\"markdown\":\"Hello\",",
                "/Hub/news/user/audiences/save",
                "{\"name\":\"Ours\",")
            .entrySet()) {
      var asked = request.getValue() + audience;
      var told = Wire.post(portal.port(), request.getKey(), asked, blind);
      assertThat(told.status()).as(told.body()).isIn(200, 201);
      assertThat(told.body()).contains(group, list).doesNotContain("Anas own");
      var path = request.getKey();
      assertThat(Wire.post(portal.port(), path, asked.replace("Ours", "Theirs"), seeing).body())
          .contains("Anas own");
    }

    var members = "{\"groupId\":\"%s\",\"listId\":\"%s\"}".formatted(group, list);
    for (var action : List.of("add", "remove")) {
      var refused = Wire.post(portal.port(), GROUPS + action, members, blind);
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.body()).doesNotContain("ana@x.example");
      assertThat(Wire.post(portal.port(), GROUPS + action, members, seeing).body())
          .contains("ana@x.example");
    }
  }

  @Test
  void withoutReadingWhoIsAddedByAnIdIsNotNamed() {
    var ana = signIn("ana-id", "");
    Wire.post(portal.port(), "/Hub/news/admin/users", "{\"id\":\"lars-id\"}", ana);
    var group = idOf(Wire.post(portal.port(), GROUPS + "create", "{\"name\":\"Named\"}", ana));
    var lars = signIn("lars-id", "");
    var member = "{\"groupId\":\"%s\",\"members\":[{\"id\":\"ana-id\"}]}".formatted(group);
    for (var action : List.of("add", "remove")) {
      var told = Wire.post(portal.port(), GROUPS + action, member, bearer(lars, "send"));
      assertThat(told.status()).as(told.body()).isEqualTo(200);
      assertThat(told.body())
          .contains("ana-id")
          .doesNotContain("Named", "Ana ", "ana@", "displayName");
      var seen = Wire.post(portal.port(), GROUPS + action, member, bearer(lars, "send", "read"));
      assertThat(seen.body()).contains("displayName");
    }
  }

  /** Filled in, it says what its author wrote. */
  @Test
  void withoutReadingOnlyATemplateOfOnesOwnIsSent() {
    var ana = signIn("ana-id", "");
    Wire.post(portal.port(), "/Hub/news/admin/users", "{\"id\":\"lars-id\"}", ana);
    var lars = signIn("lars-id", "");
    var save = "/Hub/news/templates/save";
    var words = "{\"name\":\"Drill\",\"markdown\":\"Only for readers\"}";
    var written = idOf(Wire.post(portal.port(), save, words, ana));
    var own = idOf(Wire.post(portal.port(), save, words.replace("Drill", "Mine"), lars));
    var blind = bearer(lars, "send");

    var refused = sent(blind, written);
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.header("WWW-Authenticate"))
        .contains("Bearer error=\"insufficient_scope\", scope=\"read\"");
    assertThat(refused.body()).doesNotContain("Only for readers");
    for (var sent : List.of(sent(blind, own), sent(bearer(lars, "send", "read"), written))) {
      assertThat(sent.status()).as(sent.body()).isEqualTo(201);
      assertThat(sent.body()).contains("Only for readers");
    }
  }

  private Wire.Answer sent(String bearer, String template) {
    return Wire.post(
        portal.port(),
        "/Hub/news/jobs/send",
        """
        {"template":{"templateId":"%s"},"undoSeconds":60,
          "audience":[{"kind":"person","id":"ana-id"}]}
        """
            .formatted(template),
        bearer);
  }

  @Test
  void withoutReadingAFileIsNotDescribed() {
    var ana = signIn("ana-id", "");
    var file =
        idOf(Wire.post(portal.port(), "/Hub/news/jobs/attach?name=Anas%20own.pdf", "x", ana));
    var form = "{\"markdown\":\"Hello\",\"attachment\":\"%s\"}".formatted(file);
    var edit = "/Hub/news/jobs/edit";
    assertThat(Wire.post(portal.port(), edit, form, bearer(ana, "send")).body())
        .contains("\"withFile\":true")
        .doesNotContain("Anas own");
    assertThat(Wire.post(portal.port(), edit, form, bearer(ana, "send", "read")).body())
        .contains("Anas own");
  }

  @Test
  void withoutReadingTheColumnsOfAListAreNotNamed() {
    var ana = signIn("ana-id", "");
    var add = "/Hub/news/user/lists/add?name=desks.csv";
    var list = idOf(Wire.post(portal.port(), add, "email,Desk\nana@x.example,7\n", ana));
    var form =
        """
        {"markdown":"Hello {{wrong}}","audience":[{"kind":"list","listId":"%s"}]}
        """
            .formatted(list);
    var send = "/Hub/news/jobs/send";
    assertThat(Wire.post(portal.port(), send, form, bearer(ana, "send")).body())
        .contains("no value called wrong", "email, …")
        .doesNotContain("Desk");
    assertThat(Wire.post(portal.port(), send, form, bearer(ana, "send", "read")).body())
        .contains("no value called wrong", "Desk");
  }

  /** Whether somebody is in a group or a list, and what it says of them. */
  @Test
  void withoutReadingNobodyTestsAsSomebodyElse() {
    var ana = signIn("ana-id", "");
    var form = "{\"markdown\":\"Hello\",\"as\":{\"id\":\"lars-id\"}}";
    var test = "/Hub/news/jobs/test";
    var refused = Wire.post(portal.port(), test, form, bearer(ana, "send"));
    assertThat(refused.header("WWW-Authenticate"))
        .contains("Bearer error=\"insufficient_scope\", scope=\"read\"");
    assertThat(Wire.post(portal.port(), test, form, bearer(ana, "send", "read")).body())
        .contains("is not in the audience");
  }

  private static String idOf(Wire.Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    return answer.body().replaceFirst("(?s).*?\"id\":\"(\\w+)\".*", "$1");
  }

  @Test
  void whoAsksTooFastIsToldHowLongToWait() {
    var ana = signIn("ana-id", "");
    var bearer = bearer(ana, "read");
    var other = bearer(ana, "read");
    for (var i = 0; i < TokenPace.AT_ONCE; i++) {
      assertThat(jobs(bearer).status()).isEqualTo(200);
    }
    var refused = jobs(bearer);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("Retry-After")).contains("1");
    assertThat(refused.header("RateLimit")).contains("\"token\";r=0;t=1");
    assertThat(refused.header("RateLimit-Policy")).contains("\"token\";q=600;w=60");
    assertThat(jobs(other).status()).as("another token").isEqualTo(200);

    time.pass(Duration.ofSeconds(1));
    for (var i = 0; i < TokenPace.A_MINUTE / 60; i++) {
      assertThat(jobs(bearer).status()).isEqualTo(200);
    }
    assertThat(jobs(bearer).status()).isEqualTo(429);
  }

  @Test
  void theTrailNamesThePersonAndTheToken() {
    var bearer = bearer(signIn("ana-id", ""), "send", "administer");
    Wire.post(portal.port(), "/Hub/news/jobs/edit", "{\"markdown\":\"Hello\"}", bearer);
    Wire.post(portal.port(), "/Hub/news/admin/users", "{\"id\":\"lars-id\"}", bearer);
    Wire.post(portal.port(), "/Hub/news/user/groups/create", "{\"name\":\"Night\"}", bearer);
    portal.close();
    var trail = new ArrayList<String>();
    try (var database = Databases.open(Optional.empty(), data)) {
      trail.addAll(
          database.read(handle ->
              handle
                  .createQuery("SELECT actor, action, through FROM audit ORDER BY seq")
                  .map((row, _) ->
                      row.getString(1) + " " + row.getString(2) + " " + row.getString(3))
                  .list()));
    }
    assertThat(trail).contains("ana-id token.make ", "ana-id job.create CI", "ana-id user.add CI");
  }

  @Test
  void aRequestThatIsRepeatedAfterARestartTakesEffectOnce() {
    var bearer = bearer(signIn("ana-id", ""), "send");
    var key = "Idempotency-Key: build-17";
    var edit = "/Hub/news/jobs/edit";
    var first = Wire.post(portal.port(), edit, "{\"markdown\":\"Hello\"}", bearer, key);
    portal.close();
    portal = new Setup(platform.address()).in(data).start(time);
    var again = Wire.post(portal.port(), edit, "{\"markdown\":\"Hello\"}", bearer, key);
    assertThat(first.status()).isEqualTo(201);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(Wire.post(portal.port(), edit, "{\"markdown\":\"Bye\"}", bearer, key).status())
        .isEqualTo(422);
  }

  @Test
  void aRequestIdWithOtherWordsIsNotAnsweredWithTheFirstOnes() {
    var bearer = bearer(signIn("ana-id", ""), "send");
    var statuses =
        Stream.of("One", "One", "Two")
            .map(words ->
                Wire.post(
                        portal.port(),
                        "/Hub/news/jobs/edit",
                        "{\"requestId\":\"build-18\",\"markdown\":\"%s\"}".formatted(words),
                        bearer)
                    .status());
    assertThat(statuses).containsExactly(201, 201, 409);
  }

  @Test
  void itEndsWithItsOwnersOrganisation() {
    var ana = signIn("ana-id", "org-1");
    var bearer = bearer(ana, "read");
    assertThat(jobs(bearer).status()).isEqualTo(200);
    portal.close();
    var policy = new SessionPolicy(List.of("org-2"), Optional.empty());
    portal = new Setup(platform.address()).in(data).sessions(policy).start(time);
    assertThat(jobs(bearer).status()).isEqualTo(401);
  }

  @Test
  void aStreamEndsWhenItsTokenIsRevoked() {
    var ana = signIn("ana-id", "");
    var bearer = bearer(ana, "read");
    try (var wire = Wire.to(portal.port())) {
      var looked = Wire.head("HEAD", JOBS, bearer, "Accept: text/event-stream");
      assertThat(wire.write(looked + "\r\n").answerToHead().header("Content-Type"))
          .contains("text/event-stream");
      var head = Wire.head("GET", JOBS, bearer, "Accept: text/event-stream", "Connection: close");
      assertThat(wire.write(head + "\r\n").until("data: ")).startsWith("HTTP/1.1 200");
      var id = bearer.substring("Authorization: Bearer belfry_".length()).substring(0, 13);
      var path = "/Hub/news/tokens/" + id;
      assertThat(Wire.ask(portal.port(), Wire.head("DELETE", path, ana) + "\r\n").status())
          .isEqualTo(204);
      time.pass(Duration.ofSeconds(2));
      assertThat(wire.rest()).contains("event: end\ndata: {}\n\n");
    }
  }
}
