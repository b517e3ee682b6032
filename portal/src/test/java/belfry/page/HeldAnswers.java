package belfry.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a page asks while somebody types; it is answered when, and as, the test says. What is found
 * names the letters that it was found for, {@code group ‹ma› 3.1}.
 */
public final class HeldAnswers {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> LOOKED_FOR =
      List.of(
          "user/groups/find",
          "user/groups/list",
          "user/groups/members",
          "user/spaces/find",
          "user/spaces/list",
          "user/people/find",
          "user/colleagues/find",
          "jobs/recipients",
          "/search");

  /** In milliseconds; a page gives up what is not answered in 45 s. */
  private static final long LEAP = 10_000;

  private final List<Asked> open = new ArrayList<>();
  private final List<String> answered = new ArrayList<>();
  private final Page page;
  private final int together;
  private int answers;

  /** A question, and the letters it is about. */
  public record Asked(Route route, String what, String letters) {
    public void fail() {
      route.fulfill(
          new Route.FulfillOptions()
              .setStatus(503)
              .setContentType("application/problem+json")
              .setBody("{\"detail\":\"The database does not answer.\"}"));
    }

    public void lose() {
      route.abort();
    }

    public void refuseAsTooMany() {
      route.fulfill(
          new Route.FulfillOptions()
              .setStatus(429)
              .setContentType("application/problem+json")
              .setBody("{\"detail\":\"You are asking for more at once than one may.\"}"));
    }
  }

  /**
   * Holds all that is asked to find something, but what the page shows without that.
   *
   * @param together how many questions are asked at once about the same letters
   */
  private HeldAnswers(Page page, int together) {
    this.page = page;
    this.together = together;
    page.onRequestFinished(one -> answered.add(URI.create(one.url()).getPath()));
    page.route(
        address -> LOOKED_FOR.stream().anyMatch(address.split("\\?", 2)[0]::contains),
        route -> {
          var address = route.request().url();
          if (address.contains("jobs/recipients") && !address.contains("state=sent%2Cheld")) {
            route.resume();
          } else {
            open.add(asked(route, route.request()));
          }
        });
  }

  /** From now on the page's time can be stopped. */
  public static void install(Page page) {
    page.clock().install(new Clock.InstallOptions().setTime("2026-03-02T09:00:00Z"));
  }

  /**
   * From now on nothing is answered, and no time passes by itself. What the page has asked before
   * must not be given up because of the leap.
   */
  public static HeldAnswers stand(Page page, int together) {
    var now = (Number) Objects.requireNonNull(page.evaluate("() => Date.now()"));
    page.clock().pauseAt(now.longValue() + LEAP);
    var held = new HeldAnswers(page, together);
    page.route("**/jobs/preview", route -> {});
    page.route("**/jobs/followUp/reach", route -> {});
    return held;
  }

  /** The name of a thing that was found for these letters. */
  public static String found(String letters) {
    return "‹" + letters + "›";
  }

  public List<Asked> open() {
    return open;
  }

  private static Asked asked(Route route, Request request) {
    var uri = URI.create(request.url());
    var what = LOOKED_FOR.stream().filter(uri.getPath()::contains).findFirst().orElseThrow();
    var query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    var letters =
        List.of(query.split("&")).stream()
            .filter(part -> part.startsWith("q="))
            .map(part -> URLDecoder.decode(part.substring(2), StandardCharsets.UTF_8))
            .findFirst()
            .orElse("");
    return new Asked(route, what, letters);
  }

  /**
   * Answers all that is open and about these letters: so many are found of this, none of others.
   */
  public void answer(String letters, String what, int many) {
    about(letters, letters.isEmpty() ? Math.min(2, together) : together);
    List.copyOf(open).stream()
        .filter(one -> one.letters.equals(letters))
        .forEach(one -> answer(one, one.what.equals(what) ? many : 0));
  }

  /** Takes those about these letters, to be answered otherwise. */
  public List<Asked> take(String letters) {
    about(letters, together);
    var taken = open.stream().filter(one -> one.letters.equals(letters)).toList();
    open.removeAll(taken);
    return taken;
  }

  /** Lets time pass until so much has been asked about them. */
  public void about(String letters, int many) {
    page.waitForCondition(() -> {
      page.clock().runFor(50);
      return open.stream().filter(one -> one.letters.equals(letters)).count() >= many;
    });
  }

  /** Waits until these were answered, by whomever; no time passes. */
  public void finished(String... what) {
    page.waitForCondition(() ->
        Stream.of(what).allMatch(one -> answered.stream().anyMatch(path -> path.endsWith(one))));
  }

  /** Waits until so much that was asked about them is here; no time passes. */
  public void arrived(String letters, int many) {
    page.waitForCondition(
        () -> open.stream().filter(one -> one.letters.equals(letters)).count() >= many);
  }

  public void answer(Asked one, int many) {
    open.remove(one);
    var serial = ++answers;
    var items = IntStream.rangeClosed(1, many).mapToObj(n -> item(one, serial + "." + n)).toList();
    var body =
        switch (one.what) {
          case "/search" ->
              Map.of("sections", List.of(Map.of("kind", "announcements", "items", items)));
          case "user/groups/members" -> members(one.route.request().url(), items);
          default -> Map.of("items", items);
        };
    try {
      one.route.fulfill(
          new Route.FulfillOptions()
              .setContentType("application/json")
              .setBody(JSON.writeValueAsString(body)));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Map<String, Object> members(String address, List<Map<String, Object>> items) {
    var id = address.replaceFirst(".*groupId=([^&]*).*", "$1");
    return Map.of(
        "group",
        Map.of("id", id, "name", "Kept here", "source", "portal", "size", 2),
        "items",
        items);
  }

  private static Map<String, Object> item(Asked one, String number) {
    var name = one.what.replaceFirst(".*?/", "") + " " + found(one.letters) + " " + number;
    return switch (one.what) {
      case "user/groups/find", "user/groups/list" ->
          Map.of("id", "g" + number, "name", name, "source", "portal", "size", 3_000);
      case "user/spaces/find", "user/spaces/list" ->
          Map.of("id", "s" + number, "title", name, "mayPost", true);
      case "jobs/recipients" ->
          Map.of("id", "r" + number, "displayName", name, "kind", "person", "state", "sent");
      case "/search" ->
          Map.of(
              "id",
              number,
              "title",
              List.of(Map.of("text", name, "marked", false)),
              "app",
              Map.of("app", "news", "title", "Company News"));
      default ->
          Map.of("id", "p" + number, "displayName", name, "email", "p" + number + "@x.example");
    };
  }
}
