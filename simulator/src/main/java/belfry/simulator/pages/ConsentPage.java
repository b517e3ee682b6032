package belfry.simulator.pages;

import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Person;
import belfry.simulator.oauth.AuthorizationRequest;
import belfry.simulator.wire.Answer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** {@code GET /v1/authorize}: who signs in, and whether the application may. */
final class ConsentPage {
  private static final Map<String, String> IN_WORDS =
      Map.of(
          "spark:all", "Act for you in the messenger",
          "spark:kms", "Read what is encrypted",
          "spark:people_read", "See who you are and look up colleagues",
          "spark:rooms_read", "See the titles of your spaces",
          "spark:memberships_read", "See who is in your spaces",
          "spark:messages_read", "Read your messages",
          "spark:messages_write", "Write messages as you",
          "spark-admin:people_read", "See everybody in the directory",
          "identity:groups_read", "See the groups of the directory",
          "identity:groups_rw", "Change the groups of the directory");

  private final Directory directory;
  private final PersonSearch search;

  ConsentPage(Directory directory) {
    this.directory = directory;
    search = new PersonSearch(directory);
  }

  Answer show(AuthorizationRequest request, String words) {
    var people = search.found(words);
    return Layout.page(
        200,
        "Sign in · Simulator",
        Html.NOTHING,
        Html.of(
            """
            <body class="consent">
            <main class="card">
              <h1><span class="mark" aria-hidden="true"></span>Sign in</h1>
              <p><b>{}</b> asks for permission to:</p>
              <ul class="scopes">{}</ul>
              <form class="find" method="get" action="/v1/authorize" role="search">
                {}
                <label for="q">Who are you?</label>
                <div class="row">
                  <input id="q" name="q" type="search" value="{}" autocomplete="off"
                    placeholder="Name or e-mail">
                  <button>Find</button>
                </div>
              </form>
              <form method="post" action="/v1/authorize">
                {}
                <fieldset>
                  <legend class="hidden">Person</legend>
                  {}
                </fieldset>
                {}
                <div class="row end">
                  <button name="decision" value="deny">Deny</button>
                  <button class="main" name="decision" value="accept"{}>Accept</button>
                </div>
              </form>
            </main>
            <p class="quiet foot">A stand-in of the platform: there are no passwords, anybody may be anybody.</p>
            </body>
            """,
            host(request),
            scopes(request),
            hidden(request),
            words,
            hidden(request),
            choices(people),
            PersonSearch.remark(words, people),
            people.isEmpty() ? new Html(" disabled") : Html.NOTHING));
  }

  static Answer stop(String why) {
    return Layout.page(
        400,
        "Sign in · Simulator",
        Html.NOTHING,
        Html.of(
            """
            <body class="consent">
            <main class="card">
              <h1><span class="mark" aria-hidden="true"></span>This sign-in cannot go on</h1>
              <p>{}</p>
              <p class="quiet">Nobody was sent back to the application, because it may not be the
              one it says it is. Compare the client id and the callback address with the ones the
              simulator printed when it started.</p>
            </main>
            </body>
            """,
            why));
  }

  private Html choices(List<Person> people) {
    var choices = new ArrayList<Html>();
    for (var person : people) {
      choices.add(
          Html.of(
              """
              <label class="person">
                <input type="radio" name="person" value="{}"{}>
                {}
                <span class="who"><b>{}</b><small>{}</small></span>
                {}
              </label>
              """,
              person.email(),
              choices.isEmpty() ? new Html(" checked") : Html.NOTHING,
              Layout.avatar(person.displayName(), "person"),
              person.displayName(),
              person.email(),
              directory.isAdmin(person)
                  ? new Html("<span class=\"tag\">Admin</span>")
                  : Html.NOTHING));
    }
    return Html.all(choices);
  }

  private static Html hidden(AuthorizationRequest request) {
    return Html.all(
        request.parameters().entrySet().stream()
            .map(it ->
                Html.of(
                    "<input type=\"hidden\" name=\"{}\" value=\"{}\">", it.getKey(), it.getValue()))
            .toList());
  }

  private static Html scopes(AuthorizationRequest request) {
    return Html.all(
        Stream.of(request.scope().trim().split("\\s+"))
            .map(it -> Html.of("<li>{} <code>{}</code></li>", IN_WORDS.getOrDefault(it, "Use"), it))
            .toList());
  }

  private static String host(AuthorizationRequest request) {
    var uri = URI.create(request.redirectUri());
    return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
  }
}
