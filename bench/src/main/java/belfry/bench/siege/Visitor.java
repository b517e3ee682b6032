package belfry.bench.siege;

import belfry.bench.site.Site;
import belfry.bench.site.TrialException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Somebody with an address and a session, for whom each request is a connection of its own. */
final class Visitor {
  private static final Pattern STATE = Pattern.compile("[?&]state=([^&]+)");

  private final Site site;
  private final String address;
  private final String email;
  private final List<String> cookies = new ArrayList<>();

  /** Not signed in yet. */
  Visitor(Site site, String address, String email) {
    this.site = site;
    this.address = address;
    this.email = email;
  }

  /** Signs in as a browser does; the answer to the callback. */
  Answer signIn() throws IOException {
    var begun = get("authUrl");
    var state = STATE.matcher(begun.body());
    if (begun.status() != 200 || !state.find()) {
      return begun;
    }
    cookies.clear();
    cookies.addAll(begun.cookies());
    var callback = URI.create("http://localhost:" + site.portal().port() + path("oauth"));
    var code = site.simulator().authorizationCode(email, callback.toString(), "spark:people_read");
    var answer = get("oauth?code=" + code + "&state=" + state.group(1));
    cookies.clear();
    cookies.addAll(answer.cookies());
    return answer;
  }

  /** Likewise; who is not let in cannot besiege anybody. */
  Visitor signedIn() {
    try {
      var answer = signIn();
      if (answer.status() != 301) {
        throw new TrialException(email + " cannot sign in: " + answer);
      }
      return this;
    } catch (IOException e) {
      throw new TrialException(email + " cannot sign in", e);
    }
  }

  Answer get(String path) throws IOException {
    return ask(head("GET", path(path)), new byte[0]);
  }

  Answer post(String path, String json) throws IOException {
    return ask(head("POST", path(path)), json.getBytes(StandardCharsets.UTF_8));
  }

  /** The first that comes of a live view, which ends then. */
  Answer look(String path) throws IOException {
    try (var line = Line.open(address, site.portal().port())) {
      return line.write(head("GET", path(path)) + "Accept: text/event-stream\r\n\r\n")
          .until("data: {");
    }
  }

  /** At an address outside of the app. */
  Answer getOutside(String path) throws IOException {
    return ask(head("GET", path), new byte[0]);
  }

  private Answer ask(String head, byte[] body) throws IOException {
    try (var line = Line.open(address, site.portal().port())) {
      return line.write(head + "Connection: close\r\n" + Session.carrying(body.length))
          .write(body)
          .answer();
    }
  }

  /** What is shown with each request. */
  Session session() {
    return new Session(site.portal().port(), email, List.copyOf(cookies));
  }

  private String head(String method, String path) {
    return session().head(method, path);
  }

  private static String path(String inApp) {
    return Session.path(inApp);
  }
}
