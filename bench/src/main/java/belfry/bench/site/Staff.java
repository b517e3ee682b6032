package belfry.bench.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** An administrator who uses the portal's API as a program would. */
public final class Staff implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_SIGN_INS = 10;
  private static final int MOST_LOOKS = 600;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI portal;
  private final String app;
  private final Map<String, String> cookies = new LinkedHashMap<>();

  /** The portal has said which field is wrong. */
  public static final class Declined extends TrialException {
    private static final long serialVersionUID = 1;

    private final String field;

    private Declined(String field, String body) {
      super("the portal answered 400: " + body);
      this.field = field;
    }

    public String field() {
      return field;
    }
  }

  public Staff(URI portal) {
    this(portal, Site.APP);
  }

  /** At one of several apps. */
  public Staff(URI portal, String app) {
    this.portal = portal;
    this.app = app;
  }

  /** Starts again where the platform's answers did not come in time, as the portal asks one to. */
  public void signIn(TrialPlatform platform) {
    var callback = portal.resolve("/Hub/" + app + "/oauth").toString();
    HttpResponse<String> answer;
    var tries = 0;
    do {
      var code = platform.authorizationCode(callback);
      answer = send("GET", "oauth?code=" + code, Optional.empty());
    } while (answer.statusCode() == 502 && ++tries < MOST_SIGN_INS);
    if (answer.statusCode() != 301) {
      throw new TrialException("sign-in answered " + answer.statusCode() + ": " + answer.body());
    }
    for (var line : answer.headers().allValues("set-cookie")) {
      var pair = line.replaceFirst(";.*", "").split("=", 2);
      cookies.put(pair[0], pair[1]);
    }
  }

  /**
   * The id of the group that has one of these names. The directory's are read while whoever asks
   * first goes on, and one with manners lists some of them later.
   */
  public String group(String... names) {
    for (var tries = 0; ; tries++) {
      var found =
          get("user/groups/list?limit=200")
              .path("items")
              .valueStream()
              .filter(group -> List.of(names).contains(group.path("name").asText()))
              .findFirst();
      if (found.isPresent()) {
        return found.get().path("id").asText();
      }
      if (tries == MOST_LOOKS) {
        throw new TrialException("no group is called " + String.join(" or ", names));
      }
      Pauses.of(BETWEEN_LOOKS);
    }
  }

  /** The ids of the spaces with other titles than these. */
  public List<String> spacesBut(Set<String> titles) {
    var spaces = new ArrayList<String>();
    for (var space : get("user/spaces/list").path("items")) {
      if (!titles.contains(space.path("title").asText())) {
        spaces.add(space.path("id").asText());
      }
    }
    return spaces;
  }

  /**
   * Writes a message with what is beneath it, and sends it now; the job's id.
   *
   * @param outside whether it goes to addresses that the platform finds nobody by
   * @param firstWave who gets it first, as the API has it; nothing if everybody is sent to at once
   */
  public String send(
      Wording wording,
      List<Map<String, Object>> audience,
      boolean outside,
      Map<String, Object> firstWave) {
    var draft =
        Map.of(
            "markdown",
            wording.written(),
            "card",
            wording.beneath(),
            "audience",
            audience,
            "outside",
            outside,
            "firstWave",
            firstWave);
    return begin(post("jobs/edit", draft).path("id").asText());
  }

  /** Writes a message to a group and sends it now; the job's id. */
  public String send(String markdown, String groupId) {
    return begin(draft(markdown, groupId));
  }

  /** Likewise, to an audience as the API has it. */
  public String send(String markdown, List<Map<String, Object>> audience) {
    return begin(draft(markdown, audience));
  }

  private String begin(String id) {
    post("jobs/runNow", Map.of("jobId", id));
    return id;
  }

  public String draft(String markdown, String groupId) {
    return draft(markdown, List.of(Map.of("kind", "group", "id", groupId)));
  }

  /** To an audience as the API has it. */
  public String draft(String markdown, List<Map<String, Object>> audience) {
    return post("jobs/edit", Map.of("markdown", markdown, "audience", audience))
        .path("id")
        .asText();
  }

  /** The same with a file of so many bytes. */
  public String send(String markdown, int fileBytes, String groupId) {
    var file = attach(fileBytes);
    var id = draft(markdown, groupId);
    post("jobs/edit", Map.of("jobId", id, "revision", 1, "attachment", file));
    return begin(id);
  }

  /** Brings a file of so many bytes; its id. */
  public String attach(int fileBytes) {
    var bytes = BodyPublishers.ofByteArray(new byte[fileBytes]);
    return json(send("POST", "jobs/attach?name=trial.bin", bytes)).path("id").asText();
  }

  /** Brings a list of people as CSV; its id. */
  public String list(String name, String csv) {
    var answer = send("POST", "user/lists/add?name=" + name, Optional.of(csv));
    return json(answer).path("list").path("id").asText();
  }

  /**
   * Brings what a table says of some people; the list as the API has it. Its addresses are looked
   * up as the page does it, by asking for previews, or each would count as one more recipient.
   */
  public Map<String, Object> desks(TrialPlatform platform) {
    var table = Desks.table(platform.people());
    var list = Map.<String, Object>of("kind", "list", "listId", list("desks.csv", table));
    var preview = Map.of("markdown", "", "audience", List.of(list));
    for (var left = table.lines().count(); left > 0; ) {
      var open = post("jobs/preview", preview).path("audience").path("unchecked").size();
      if (open >= left) {
        throw new TrialException("%d addresses of a list are not looked up".formatted(open));
      }
      left = open;
    }
    return list;
  }

  /** Stops it; who got the message has it. */
  public void cancel(String id) {
    post("jobs/cancel", Map.of("jobId", id));
  }

  public JsonNode job(String id) {
    return get("jobs/detail/" + id);
  }

  /** Whether there is this job. */
  public boolean has(String id) {
    return send("GET", "jobs/detail/" + id, Optional.empty()).statusCode() != 404;
  }

  /** All recipients of a job's run, page by page. */
  public List<JsonNode> recipients(String job) {
    var listed = new ArrayList<JsonNode>();
    var cursor = "";
    do {
      var page = get("jobs/recipients/" + job + "?limit=200&cursor=" + cursor);
      page.path("items").forEach(listed::add);
      cursor = page.path("next").asText("");
    } while (!cursor.isEmpty());
    return listed;
  }

  public JsonNode get(String path) {
    return json(send("GET", path, Optional.empty()));
  }

  public JsonNode post(String path, Object body) {
    try {
      return json(send("POST", path, Optional.of(JSON.writeValueAsString(body))));
    } catch (JsonProcessingException e) {
      throw new TrialException("cannot write a request", e);
    }
  }

  private static JsonNode json(HttpResponse<String> answer) {
    if (answer.statusCode() == 400) {
      var field = json(answer.body()).path("errors").path(0).path("field").asText();
      throw new Declined(field, answer.body());
    }
    if (answer.statusCode() >= 300) {
      throw new TrialException("the portal answered " + answer.statusCode() + ": " + answer.body());
    }
    return json(answer.body());
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new TrialException("the portal answered no JSON: " + body, e);
    }
  }

  private HttpResponse<String> send(String method, String path, Optional<String> body) {
    return send(method, path, body.map(BodyPublishers::ofString).orElseGet(BodyPublishers::noBody));
  }

  private HttpResponse<String> send(String method, String path, BodyPublisher body) {
    var request =
        HttpRequest.newBuilder(portal.resolve("/Hub/" + app + "/" + path))
            .timeout(Duration.ofMinutes(10))
            .method(method, body)
            .header("Content-Type", "application/json");
    if (!cookies.isEmpty()) {
      request.header(
          "Cookie",
          cookies.entrySet().stream()
              .map(one -> one.getKey() + "=" + one.getValue())
              .collect(Collectors.joining("; ")));
    }
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new TrialException("the portal did not answer " + method + " " + path, e);
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
