package belfry.bench.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the platform's published contract says, held against whatever plays it: what the portal
 * relies on is the same on both, so neither picture of the platform is only its author's.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PlatformContract {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern NEXT = Pattern.compile("<([^>]*)>; *rel=\"?next\"?");
  private static final int LONGEST = 7439;

  private final HttpClient http = HttpClient.newHttpClient();
  private final TrialPlatform platform;
  private final List<TrialPlatform.Person> people;

  PlatformContract(TrialPlatform platform) {
    this.platform = platform;
    people = platform.people();
  }

  @AfterAll
  void end() {
    http.close();
    platform.close();
  }

  /** Each test writes to somebody else. */
  private TrialPlatform.Person person(int place) {
    return people.get(people.size() - 1 - place);
  }

  // Asking ------------------------------------------------------------------------------------

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(platform.address().resolve(path));
  }

  private HttpResponse<String> answer(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("no answer", e);
    }
  }

  private HttpResponse<String> call(
      String token, String method, String path, Optional<Map<String, ?>> body) {
    return answer(
        to(path)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(
                method,
                body.map(one -> BodyPublishers.ofString(written(one)))
                    .orElse(BodyPublishers.noBody())));
  }

  /** With the first bot's token, as all below. */
  private HttpResponse<String> get(String path) {
    return call(platform.botToken(0), "GET", path, Optional.empty());
  }

  private HttpResponse<String> post(Map<String, ?> message) {
    return call(platform.botToken(0), "POST", "/v1/messages", Optional.of(message));
  }

  private JsonNode write(TrialPlatform.Person person, String markdown) {
    return ok(post(Map.of("toPersonEmail", person.email(), "markdown", markdown)));
  }

  private static JsonNode ok(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/json");
    return json(answer);
  }

  private static JsonNode json(HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + answer.body(), e);
    }
  }

  private static String written(Map<String, ?> body) {
    try {
      return JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private static List<JsonNode> items(JsonNode listing) {
    return listing.path("items").valueStream().toList();
  }

  private static List<String> texts(JsonNode listing) {
    return items(listing).stream().map(one -> one.path("text").asText()).toList();
  }

  /** 1.1: the words of a refusal, which also stand in its errors where there are any. */
  private static String refusal(HttpResponse<String> answer, int... statuses) {
    assertThat(Arrays.stream(statuses).boxed()).as(answer.body()).contains(answer.statusCode());
    var body = json(answer);
    assertThat(body.path("trackingId").asText()).isNotEmpty();
    body.path("errors").forEach(one -> assertThat(one.path("description").asText()).isNotEmpty());
    return body.path("message").asText();
  }

  /** 1.2: everything, page by page, as the links lead. */
  private List<JsonNode> pages(String token, String first, String field) {
    var all = new ArrayList<JsonNode>();
    var path = Optional.of(first);
    while (path.isPresent()) {
      var page = call(token, "GET", path.get(), Optional.empty());
      ok(page).path(field).forEach(all::add);
      assertThat(all).hasSizeLessThan(5_000);
      path =
          page.headers()
              .firstValue("Link")
              .map(NEXT::matcher)
              .filter(Matcher::find)
              .map(found -> URI.create(found.group(1)))
              .map(next -> {
                assertThat(next.getAuthority()).isEqualTo(platform.address().getAuthority());
                return next.getRawPath() + "?" + next.getRawQuery();
              });
    }
    return all;
  }

  private HttpResponse<String> token(Map<String, String> form) {
    return answer(
        to("/v1/access_token")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                BodyPublishers.ofString(
                    form.entrySet().stream()
                        .map(one -> one.getKey() + "=" + encoded(one.getValue()))
                        .collect(Collectors.joining("&")))));
  }

  private HttpResponse<String> refreshed(String refreshToken) {
    return token(
        Map.of(
            "grant_type",
            "refresh_token",
            "client_id",
            platform.clientId(),
            "client_secret",
            platform.clientSecret(),
            "refresh_token",
            refreshToken));
  }

  private String directory() {
    return ok(refreshed(platform.directoryRefreshToken())).path("access_token").asText();
  }

  // Who asks ----------------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(strings = {"/v1/people/me", "/v1/messages/direct?personEmail=a@b.example"})
  void whoeverIsUnknownIsRefused(String path) {
    assertThat(refusal(call("nobodys", "GET", path, Optional.empty()), 401)).isNotEmpty();
    assertThat(answer(to(path)).statusCode()).isEqualTo(401);
  }

  @Test
  void aBotKnowsItself() {
    var me = ok(get("/v1/people/me"));

    assertThat(me.path("type").asText()).isEqualTo("bot");
    assertThat(me.path("displayName").asText()).isNotEmpty();
    assertThat(me.path("emails")).hasSize(1);
    assertThat(me.path("orgId").asText()).isNotEmpty();
    assertThat(ok(get("/v1/people/" + me.path("id").asText())).path("id")).isEqualTo(me.path("id"));
  }

  @Test
  void anAccessTokenIsGivenForARefreshToken() {
    var given = ok(refreshed(platform.directoryRefreshToken()));
    var refused = refreshed("nobodys");

    assertThat(given.path("token_type").asText()).isEqualToIgnoringCase("Bearer");
    assertThat(given.path("expires_in").asLong()).isPositive();
    assertThat(given.path("refresh_token").asText()).isNotEmpty();
    assertThat(refused.statusCode()).isBetween(400, 401);
    assertThat(json(refused).path("error").asText() + json(refused).path("message").asText())
        .isNotEmpty();
  }

  @Test
  void aCodeIsGoodForOneSignIn() {
    var redirect = "http://localhost:1/Hub/news/oauth";
    var grant =
        Map.of(
            "grant_type",
            "authorization_code",
            "client_id",
            platform.clientId(),
            "client_secret",
            platform.clientSecret(),
            "code",
            platform.authorizationCode(redirect),
            "redirect_uri",
            redirect);
    var given = ok(token(grant)).path("access_token").asText();

    var me = ok(call(given, "GET", "/v1/people/me", Optional.empty()));
    assertThat(me.path("type").asText()).isEqualTo("person");
    assertThat(me.at("/emails/0").asText()).isEqualTo(platform.administrator());
    assertThat(token(grant).statusCode()).isBetween(400, 401);
  }

  // Messages ----------------------------------------------------------------------------------

  @Test
  void aMessageComesBackWithWhatIsDerivedFromIt() {
    var me = ok(get("/v1/people/me"));
    var before = Instant.now().minusSeconds(60);
    var message = write(person(0), "**Tide** is _high_");

    assertThat(message.path("id").asText()).isNotEmpty();
    assertThat(message.path("roomType").asText()).isEqualTo("direct");
    assertThat(message.path("markdown").asText()).isEqualTo("**Tide** is _high_");
    assertThat(message.path("text").asText()).isEqualTo("Tide is high");
    assertThat(message.path("html").asText()).contains("<strong>Tide</strong>");
    assertThat(message.path("personId")).isEqualTo(me.path("id"));
    assertThat(message.path("personEmail")).isEqualTo(me.at("/emails/0"));
    assertThat(message.path("created").asText()).endsWith("Z");
    assertThat(Instant.parse(message.path("created").asText())).isAfter(before);
    assertThat(message.has("parentId") || message.has("updated")).isFalse();
  }

  @Test
  void onePersonHasOneSpaceHoweverTheyAreNamed() {
    var to = person(1);
    var byAddress = write(to, "one");
    var byId = ok(post(Map.of("toPersonId", to.id(), "text", "two")));
    var room = byAddress.path("roomId").asText();
    var byRoom = ok(post(Map.of("roomId", room, "text", "three")));

    assertThat(byAddress.path("toPersonEmail").asText()).isEqualTo(to.email());
    assertThat(byId.path("toPersonId").asText()).isEqualTo(to.id());
    assertThat(List.of(byId.path("roomId").asText(), byRoom.path("roomId").asText()))
        .containsOnly(room);
    var newestFirst = List.of("three", "two", "one");
    assertThat(texts(ok(get("/v1/messages/direct?personId=" + to.id())))).isEqualTo(newestFirst);
    assertThat(texts(ok(get("/v1/messages/direct?personEmail=" + encoded(to.email())))))
        .isEqualTo(newestFirst);
    assertThat(texts(ok(get("/v1/messages?roomId=" + room)))).isEqualTo(newestFirst);
  }

  @Test
  void bothBotsHaveSpacesOfTheirOwn() {
    var to = person(2);
    var first = write(to, "from the first");
    var second =
        ok(
            call(
                platform.botToken(1),
                "POST",
                "/v1/messages",
                Optional.of(Map.of("toPersonEmail", to.email(), "text", "from the second"))));

    assertThat(second.path("roomId")).isNotEqualTo(first.path("roomId"));
    assertThat(second.path("personId")).isNotEqualTo(first.path("personId"));
    var path = "/v1/messages/direct?personEmail=" + encoded(to.email());
    assertThat(texts(ok(get(path)))).containsExactly("from the first");
    var strange =
        call(
            platform.botToken(1),
            "GET",
            "/v1/messages/" + first.path("id").asText(),
            Optional.empty());
    assertThat(strange.statusCode()).isBetween(403, 404);
  }

  @Test
  void whatCannotBeSentIsRefusedInTheContractsWords() {
    var to = person(3);

    assertThat(refusal(post(Map.of("text", "to nobody")), 400))
        .startsWith("Exactly one of the destination fields");
    assertThat(
            refusal(
                post(Map.of("text", "x", "toPersonEmail", to.email(), "toPersonId", to.id())), 400))
        .startsWith("Exactly one of the destination fields");
    assertThat(refusal(post(Map.of("toPersonEmail", to.email())), 400))
        .isEqualTo("Both text and file cannot be empty.");
    assertThat(refusal(post(Map.of("toPersonId", "not an id", "text", "x")), 400))
        .contains("Expect base64 ID or UUID.");
    refusal(post(Map.of("toPersonEmail", "nobody@nowhere.example", "text", "x")), 400, 403, 404);
    refusal(get("/v1/messages/direct?personEmail=" + encoded(to.email())), 400, 403, 404);
    assertThat(
            refusal(
                get(
                    "/v1/messages/direct?personEmail=%s&personId=%s"
                        .formatted(encoded(to.email()), to.id())),
                400))
        .isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "markdown"})
  void lengthIsCountedInBytes(String field) {
    var longest = "ü".repeat(LONGEST / 2) + "x";
    var to = person(4).email();

    ok(post(Map.of("toPersonEmail", to, field, longest)));
    assertThat(refusal(post(Map.of("toPersonEmail", to, field, longest + "x")), 400))
        .contains("Message length limited to 7439 characters before encryption");
  }

  @Test
  void aSpaceIsReadPageByPage() {
    var to = person(5);
    var room = write(to, "message 0").path("roomId").asText();
    IntStream.range(1, 8).forEach(number -> write(to, "message " + number));

    var all = pages(platform.botToken(0), "/v1/messages?roomId=" + room + "&max=3", "items");

    assertThat(all)
        .extracting(one -> one.path("text").asText())
        .containsExactlyElementsOf(
            IntStream.range(0, 8).mapToObj(number -> "message " + (7 - number)).toList());
    var fourth = all.get(4).path("id").asText();
    assertThat(texts(ok(get("/v1/messages?roomId=" + room + "&beforeMessage=" + fourth))))
        .containsExactly("message 2", "message 1", "message 0");
    var created = all.get(4).path("created").asText();
    assertThat(texts(ok(get("/v1/messages?roomId=" + room + "&before=" + encoded(created)))))
        .doesNotContain("message 7")
        .contains("message 0");
  }

  @Test
  void aMessageIsReadEditedTenTimesAndDeleted() {
    var written = write(person(6), "first words");
    var path = "/v1/messages/" + written.path("id").asText();
    assertThat(ok(get(path)).path("text").asText()).isEqualTo("first words");

    var edit =
        Optional.<Map<String, ?>>of(
            Map.of("roomId", written.path("roomId").asText(), "markdown", "**other** words"));
    for (var time = 0; time < 10; time++) {
      var edited = ok(call(platform.botToken(0), "PUT", path, edit));
      assertThat(edited.path("text").asText()).isEqualTo("other words");
      assertThat(edited.path("updated").asText()).endsWith("Z");
    }
    refusal(call(platform.botToken(0), "PUT", path, edit), 400);
    assertThat(ok(get(path)).path("markdown").asText()).isEqualTo("**other** words");

    assertThat(call(platform.botToken(1), "DELETE", path, Optional.empty()).statusCode())
        .isBetween(403, 404);
    var deleted = call(platform.botToken(0), "DELETE", path, Optional.empty());
    assertThat(deleted.statusCode()).isEqualTo(204);
    assertThat(deleted.body()).isEmpty();
    refusal(get(path), 404);
    refusal(call(platform.botToken(0), "DELETE", path, Optional.empty()), 404);
    assertThat(items(ok(get("/v1/messages?roomId=" + written.path("roomId").asText())))).isEmpty();
  }

  @Test
  void aCardIsKeptAndCannotBeEdited() {
    var card =
        Map.of(
            "contentType",
            "application/vnd.microsoft.card.adaptive",
            "content",
            Map.of(
                "type",
                "AdaptiveCard",
                "version",
                "1.3",
                "body",
                List.of(Map.of("type", "TextBlock", "text", "Read by the harbour master"))));
    var written =
        ok(
            post(
                Map.of(
                    "toPersonEmail",
                    person(7).email(),
                    "markdown",
                    "for those without cards",
                    "attachments",
                    List.of(card))));

    var path = "/v1/messages/" + written.path("id").asText();
    assertThat(ok(get(path)).at("/attachments/0/content/body/0/text").asText())
        .isEqualTo("Read by the harbour master");
    refusal(
        call(
            platform.botToken(0),
            "PUT",
            path,
            Optional.of(Map.of("roomId", written.path("roomId").asText(), "text", "other"))),
        400);
  }

  // People and spaces -------------------------------------------------------------------------

  @Test
  void peopleAreFoundByAddressAndById() {
    var one = person(8);

    assertThat(items(ok(get("/v1/people?email=" + encoded(one.email())))))
        .singleElement()
        .satisfies(found -> assertThat(found.path("id").asText()).isEqualTo(one.id()));
    assertThat(items(ok(get("/v1/people?email=nobody@nowhere.example")))).isEmpty();
    var ids = IntStream.range(0, 9).mapToObj(place -> person(place).id()).toList();
    assertThat(items(ok(get("/v1/people?id=" + String.join(",", ids)))))
        .extracting(found -> found.path("id").asText())
        .containsExactlyInAnyOrderElementsOf(ids);
    assertThat(ok(get("/v1/people/" + one.id())).at("/emails/0").asText()).isEqualTo(one.email());
    refusal(get("/v1/people"), 400);
    refusal(
        get("/v1/people/" + ok(get("/v1/rooms?type=group")).at("/items/0/id").asText()), 400, 404);
  }

  @Test
  void aBotSeesItsGroupSpacesAndNotWhatIsSaidThere() {
    var rooms = pages(platform.botToken(0), "/v1/rooms?type=group&max=2", "items");

    assertThat(rooms).isNotEmpty().allMatch(room -> room.path("type").asText().equals("group"));
    assertThat(rooms).extracting(room -> room.path("id").asText()).doesNotHaveDuplicates();
    var open =
        rooms.stream()
            .filter(room -> !platform.closedSpaces().contains(room.path("title").asText()))
            .findFirst()
            .orElseThrow();
    var id = open.path("id").asText();
    assertThat(ok(get("/v1/rooms/" + id)).path("title")).isEqualTo(open.path("title"));
    var posted = ok(post(Map.of("roomId", id, "text", "to a space")));
    assertThat(posted.path("roomType").asText()).isEqualTo("group");
    refusal(get("/v1/messages?roomId=" + id), 403);
    ok(get("/v1/messages?roomId=" + id + "&mentionedPeople=me"));
    var me = ok(get("/v1/people/me")).path("id");
    assertThat(pages(platform.botToken(0), "/v1/memberships?roomId=" + id, "items"))
        .extracting(one -> one.path("personId"))
        .contains(me);
  }

  // The directory -----------------------------------------------------------------------------

  @Test
  void onlyTheDirectorysTokenReadsGroups() {
    var token = directory();
    refusal(get("/v1/groups"), 401, 403);

    var groups = pages(token, "/v1/groups?count=2", "groups");
    var first = ok(call(token, "GET", "/v1/groups?startIndex=1&count=2", Optional.empty()));

    assertThat(first.path("totalResults").asInt()).isEqualTo(groups.size()).isGreaterThan(2);
    assertThat(first.path("startIndex").asInt()).isEqualTo(1);
    assertThat(groups).extracting(one -> one.path("id").asText()).doesNotHaveDuplicates();
    var largest =
        groups.stream()
            .max(Comparator.comparingInt(one -> one.path("memberSize").asInt()))
            .orElseThrow();
    var path = "/v1/groups/%s/members?startIndex=1&count=7".formatted(largest.path("id").asText());
    var members = new HashSet<String>();
    for (var page = path; !page.isEmpty(); ) {
      var read = ok(call(token, "GET", page, Optional.empty()));
      assertThat(read.path("memberSize")).isEqualTo(largest.path("memberSize"));
      var before = members.size();
      read.path("members").forEach(one -> members.add(one.path("id").asText()));
      page =
          members.size() == before
              ? ""
              : path.replace("startIndex=1", "startIndex=" + (members.size() + 1));
    }
    assertThat(members).hasSize(largest.path("memberSize").asInt());
  }

  @Test
  void aGroupIsMadeChangedAndDeleted() {
    var token = directory();
    var made =
        call(
            token,
            "POST",
            "/v1/groups",
            Optional.of(
                Map.of(
                    "displayName",
                    "Night watch",
                    "members",
                    List.of(Map.of("id", person(0).id())))));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    var path = "/v1/groups/" + json(made).path("id").asText();

    ok(
        call(
            token,
            "PATCH",
            path,
            Optional.of(
                Map.of(
                    "members",
                    List.of(
                        Map.of("id", person(1).id()),
                        Map.of("id", person(0).id(), "operation", "delete"))))));

    var read = ok(call(token, "GET", path + "?includeMembers=true", Optional.empty()));
    assertThat(read.path("displayName").asText()).isEqualTo("Night watch");
    assertThat(read.path("members"))
        .extracting(one -> one.path("id").asText())
        .containsExactly(person(1).id());
    var named = "/v1/groups?filter=" + encoded("displayName eq \"Night watch\"");
    assertThat(ok(call(token, "GET", named, Optional.empty())).path("groups")).hasSize(1);
    assertThat(call(token, "DELETE", path, Optional.empty()).statusCode()).isEqualTo(204);
    refusal(call(token, "GET", path, Optional.empty()), 404);
  }

  // Events ------------------------------------------------------------------------------------

  @Test
  void aWebhookIsMadeListedAndDeleted() {
    var made =
        ok(
            call(
                platform.botToken(0),
                "POST",
                "/v1/webhooks",
                Optional.of(
                    Map.of(
                        "name",
                        "presses",
                        "targetUrl",
                        "http://localhost:1/events",
                        "resource",
                        "attachmentActions",
                        "event",
                        "created",
                        "secret",
                        "a secret"))));

    assertThat(made.path("status").asText()).isEqualTo("active");
    assertThat(items(ok(get("/v1/webhooks"))))
        .extracting(one -> one.path("id"))
        .contains(made.path("id"));
    var path = "/v1/webhooks/" + made.path("id").asText();
    assertThat(call(platform.botToken(0), "DELETE", path, Optional.empty()).statusCode())
        .isEqualTo(204);
    refusal(get(path), 404);
  }
}
