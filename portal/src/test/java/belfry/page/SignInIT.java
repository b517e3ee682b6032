package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.TestPortal;
import belfry.web.frame.CookieValues;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signing in as people do it, as their browsers hinder it, and as others would abuse it. */
class SignInIT extends BrowserTest {
  private static final String PRIYA = "priya.patel@northwind.example";

  private void asSomebodyNew() {
    use(new Browser.NewContextOptions());
  }

  /** With a session that only this test has: signing in anew ends it. */
  private void asAna() {
    asSomebodyNew();
    open("#/jobs", "Jobs");
  }

  private void onConsentPage() {
    assertThat(page.getByText("asks for permission to")).isVisible();
  }

  private void accept(String email) {
    onConsentPage();
    page.getByLabel("Who are you?").fill(email);
    button("Find").click();
    assertThat(page.getByRole(AriaRole.RADIO)).hasCount(1);
    assertThat(page.getByRole(AriaRole.RADIO)).hasValue(email);
    button("Accept").click();
  }

  /** The words of an answer that is plain text. */
  private String plainText() {
    return page.locator("pre").textContent();
  }

  private long exchanges() {
    return portal.simulator().tokenExchanges();
  }

  private Map<String, String> cookies() {
    return context.cookies(portal.address().toString()).stream()
        .collect(Collectors.toMap(one -> one.name, one -> one.value));
  }

  /** A code as if this person had consented, with nothing of this browser in it. */
  private String code(String email) {
    return portal
        .simulator()
        .authorizationCode(
            email, portal.address().resolve("/Hub/news/oauth").toString(), "spark:people_read");
  }

  private String callback(String query) {
    return portal.address().resolve("/Hub/news/oauth?" + query).toString();
  }

  private int apiStatus() {
    return (Integer)
        Objects.requireNonNull(
            page.evaluate("async () => (await fetch('/Hub/news/jobs/list/all')).status"));
  }

  // As people do it ----------------------------------------------------------------------------

  @Test
  void onePicksOneselfAndLandsWhereOneWasGoing() {
    consentOnThePage();
    asSomebodyNew();
    var visited = new ArrayList<String>();
    page.onFrameNavigated(frame -> visited.add(frame.url()));

    page.navigate(address("#/groups"));
    accept(TestPortal.ADMIN);

    assertThat(heading("Groups")).isVisible();
    assertThat(page).hasURL(address("#/groups"));
    assertThat(page.locator(".me")).containsText("Ana Lopez");
    assertThat(visited).contains(address(""));
    assertThat(visited).noneMatch(url -> url.contains("/oauth?"));
    assertThat(apiStatus()).isEqualTo(200);
  }

  @Test
  void theCookiesAreTheOnesOfTheSpecificationAndOneThatNoScriptReads() {
    consentOnThePage();
    asSomebodyNew();
    page.navigate(address(""));
    accept(TestPortal.ADMIN);
    assertThat(heading("New message")).isVisible();

    var day = System.currentTimeMillis() / 1_000 + 86_400;
    var kept =
        context.cookies(portal.address().toString()).stream()
            .collect(Collectors.toMap(one -> one.name, one -> one));
    assertThat(kept).containsKeys("id", "displayName", "__Host-Http-belfry");
    for (var name : List.of("id", "displayName", "__Host-Http-belfry")) {
      Cookie one = Objects.requireNonNull(kept.get(name));
      assertThat(one.secure).as(name).isTrue();
      assertThat(one.sameSite).as(name).hasToString("LAX");
      assertThat(one.httpOnly).as(name).isEqualTo(name.startsWith("__Host"));
      assertThat(one.expires).as(name).isBetween(day - 120.0, day + 1.0);
    }
    assertThat((String) page.evaluate("() => document.cookie"))
        .contains("id=", "displayName=Ana%20Lopez")
        .doesNotContain("__Host");
  }

  @Test
  void cookiesAreEncodedAsTheBrowserItselfWouldDoIt() {
    var texts = textsOfEveryKind();

    // Sent as numbers: a lone surrogate would not survive the way to the browser.
    var encoded =
        page.evaluate(
            """
            (texts) => texts.map((units) =>
              encodeURIComponent(String.fromCharCode(...units).toWellFormed()))
            """,
            texts.stream().map(text -> text.chars().boxed().toList()).toList());

    assertThat(encoded).isEqualTo(texts.stream().map(CookieValues::encoded).toList());
  }

  /** All of ASCII one by one, text in many scripts, and 300 of any code points from a seed. */
  private static List<String> textsOfEveryKind() {
    var texts = new ArrayList<String>();
    IntStream.range(0, 128).mapToObj(Character::toString).forEach(texts::add);
    texts.addAll(
        List.of(
            "Ana Lopez; Path=/, \"x\" = 50 % + 1",
            "Väinö Øre, Łukasz, Ñandú",
            "e\u0301 a\u0308 n\u0303",
            "山田 太郎",
            "김철수",
            "שָׁלוֹם",
            "\u202eمحمد\u202c",
            "देवनागरी",
            "👩‍🚀 🇫🇮 🔔",
            "\u007f\u0080\u07ff\u0800\uffff\ud800\udc00\udbff\udfff",
            "\ud83d",
            "\udd14x",
            "x\ud83d",
            "\ud83d\ud83d\udd14\udd14"));
    var random = new Random(7);
    for (var count = 0; count < 300; count++) {
      var text = new StringBuilder();
      random.ints(8, 0, Character.MAX_CODE_POINT + 1).forEach(text::appendCodePoint);
      random.ints(4, 0, 0x800).forEach(text::appendCodePoint);
      texts.add(text.toString());
    }
    return texts;
  }

  @Test
  void whoDeniesIsToldWhatThatMeansAndMayStartAgain() {
    expectComplaint("status of 400");
    consentOnThePage();
    asSomebodyNew();
    page.navigate(address("#/jobs"));
    onConsentPage();
    button("Deny").click();

    page.waitForURL("**/oauth?**");
    assertThat(plainText())
        .isEqualTo(
            """
            You did not let Belfry know who you are, so nobody is signed in. Start again if that was a mistake.

            """
                + address(""));
    assertThat(cookies()).doesNotContainKeys("id", "__Host-Http-belfry");

    page.navigate(plainText().lines().toList().getLast());
    assertThat(heading("Sign in to continue")).isVisible();
    assertThat(page.locator(".gate")).containsText("The last sign-in was not completed");
    button("Sign in with Webex").click();
    accept(TestPortal.ADMIN);
    assertThat(heading("New message")).isVisible();
  }

  @Test
  void twoTabsMaySignInAtTheSameTime() {
    consentOnThePage();
    asSomebodyNew();
    page.navigate(address("#/groups"));
    onConsentPage();
    var first = page;
    page = newPage();
    page.navigate(address("#/jobs"));
    onConsentPage();

    var second = page;
    page = first;
    accept(TestPortal.ADMIN);
    assertThat(heading("Groups")).isVisible();
    page = second;
    accept(TestPortal.ADMIN);
    assertThat(heading("Jobs")).isVisible();
    assertThat(apiStatus()).isEqualTo(200);
  }

  @Test
  void theBackButtonDoesNotSignInAgain() {
    consentOnThePage();
    asSomebodyNew();
    page.navigate(address(""));
    accept(TestPortal.ADMIN);
    assertThat(heading("New message")).isVisible();
    var before = exchanges();

    page.reload();
    assertThat(heading("New message")).isVisible();
    page.goBack();
    onConsentPage();
    page.goForward();

    assertThat(heading("New message")).isVisible();
    assertThat(exchanges()).isEqualTo(before);
  }

  /** A 301 may be kept by browsers; this one must not be, or it would outlive the session. */
  @Test
  void theRedirectIsNeverTakenFromTheCache() {
    expectComplaint("status of 40[01]");
    asSomebodyNew();
    var answers = new ArrayList<Response>();
    page.onResponse(answer -> {
      if (answer.url().contains("/oauth?")) {
        answers.add(answer);
      }
    });
    page.navigate(address(""));
    assertThat(heading("New message")).isVisible();
    var redirect = answers.getFirst();
    assertThat(redirect.status()).isEqualTo(301);
    assertThat(redirect.headerValue("cache-control")).isEqualTo("no-store");
    assertThat(redirect.headerValue("location")).isEqualTo("/Hub/news/sendMessage.html");
    page.locator(".me").click();
    button("Sign out").click();
    assertThat(heading("Sign in to continue")).isVisible();
    assertThat(page.locator(".gate")).containsText("You are signed out.");
    assertThat(cookies()).doesNotContainKeys("id", "displayName", "__Host-Http-belfry");
    var before = exchanges();

    var again = Objects.requireNonNull(page.navigate(redirect.url()));

    assertThat(again.status()).isEqualTo(400);
    assertThat(plainText()).contains("Start again").contains(address(""));
    assertThat(cookies()).doesNotContainKeys("id", "__Host-Http-belfry");
    assertThat(exchanges()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoSignsOutIsNotSignedInAgainByWhatThePageAsksMeanwhile(boolean endedBefore) {
    expectComplaint("status of 401");
    asSomebodyNew();
    page.navigate(address(""));
    assertThat(heading("New message")).isVisible();
    // Long ago.
    page.evaluate("() => sessionStorage.clear()");
    text().fill("Nobody's business");
    assertThat(page.getByText("Draft kept in this browser")).isVisible();
    var held = new ArrayList<Runnable>();
    page.route(
        "**/logout",
        route -> {
          var first = route.fetch();
          var answer = endedBefore ? route.fetch() : first;
          assertThat(answer.status()).isEqualTo(endedBefore ? 401 : 204);
          held.add(() -> route.fulfill(new Route.FulfillOptions().setResponse(answer)));
        });
    page.locator(".me").click();
    button("Sign out").click();
    page.waitForCondition(() -> !held.isEmpty());
    page.waitForResponse(
        "**/info",
        () -> page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))"));
    held.getFirst().run();

    assertThat(page.locator(".gate")).containsText("You are signed out.");
    assertThat(heading("Sign in to continue")).isVisible();
    assertThat(cookies()).doesNotContainKey("id");
    if (endedBefore) {
      assertThat((String) page.evaluate("() => JSON.stringify(localStorage)"))
          .doesNotContain("Nobody's business");
    }
  }

  /** What was written is nowhere but in this page. */
  @Test
  void whoStaysWhenTheBrowserAsksMaySignInLater() {
    expectComplaint("status of 401");
    asSomebodyNew();
    open("", "New message");
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }");
    text().click();
    text().fill("Nowhere else");
    assertThat(page.locator(".notice")).containsText("does not keep what you write");
    page.evaluate(
        """
        async () => {
          const { items } = await (await fetch("sessions")).json();
          await fetch("sessions/" + items.find((one) => one.current).id, { method: "DELETE" });
        }
        """);
    assertThat(heading("Sign in to continue")).isVisible();
    assertThat(page.locator(".gate")).not().containsText("kept");
    var asked = new ArrayList<String>();
    page.onDialog(dialog -> {
      asked.add(dialog.type());
      if (asked.size() == 1) {
        dialog.dismiss();
      } else {
        dialog.accept();
      }
    });
    button("Sign in with Webex").click();
    page.waitForCondition(() -> !asked.isEmpty());
    button("Sign in with Webex").click();

    assertThat(heading("New message")).isVisible();
    assertThat(asked).containsExactly("beforeunload", "beforeunload");
  }

  // As others would abuse it -------------------------------------------------------------------

  /** What anybody may type into the developer tools. */
  private void plant(String id) {
    context.addCookies(
        List.of(
            new Cookie("id", id).setDomain("localhost").setPath("/"),
            new Cookie("displayName", "Ana%20Lopez").setDomain("localhost").setPath("/")));
  }

  @Test
  void forgedCookiesOpenAFrameWithNothingInItAndThenThePageAsksWebex() {
    expectComplaint("status of 401");
    var ana = Objects.requireNonNull(cookies().get("id"));
    asSomebodyNew();
    plant(ana);
    context.route("**/blank", route -> route.fulfill(new Route.FulfillOptions().setBody("")));
    page.navigate(portal.address().resolve("/blank").toString());
    assertThat(apiStatus()).isEqualTo(401);
    assertThat(cookies()).as("so that the page can recover").isEmpty();

    plant(ana);
    consentOnThePage();
    var read = new ArrayList<String>();
    page.onResponse(answer -> {
      if (answer.url().contains("/Hub/news/") && answer.status() == 200) {
        read.add(URI.create(answer.url()).getPath().replace("/Hub/news/", ""));
      }
    });
    page.navigate(address("#/people"));

    onConsentPage();
    assertThat(read).containsOnly("sendMessage.html", "info", "authUrl");
    assertThat(cookies()).doesNotContainKeys("id", "displayName");
    accept(PRIYA);
    assertThat(heading("You may not send as Company News")).isVisible();
    assertThat(page.locator(".me")).containsText("Priya Patel");
  }

  @Test
  void aForgedIdBesideOnesOwnSessionIsNobody() {
    expectComplaint("status of 401");
    asAna();
    plant("somebody-else");

    assertThat(apiStatus()).isEqualTo(401);

    page.reload();
    assertThat(heading("Sign in to continue")).isVisible();
    button("Sign in with Webex").click();
    assertThat(heading("Jobs")).isVisible();
    assertThat(apiStatus()).isEqualTo(200);
  }

  @Test
  void aLinkThatSignsInAsSomebodyElseDoesNothingBeforeTheClick() {
    expectComplaint("status of 401");
    asAna();
    lure("<a href='" + callback("code=" + code(TestPortal.OTHER_ADMIN)) + "'>A lovely picture</a>");
    link("A lovely picture").click();

    assertThat(heading("You are signed in as Kenji Tanaka. Continue?")).isVisible();
    assertThat(page.locator(".gate")).containsText("This page was opened through a link");
    assertThat(page.locator("nav")).hasCount(0);
    assertThat(apiStatus()).isEqualTo(401);
    page.reload();
    assertThat(heading("You are signed in as Kenji Tanaka. Continue?")).isVisible();

    button("Sign in as somebody else").click();
    assertThat(heading("New message")).isVisible();
    assertThat(page.locator(".me")).containsText("Ana Lopez");
  }

  @Test
  void theClickConfirmsTheSessionOnce() {
    expectComplaint("status of 401");
    asSomebodyNew();
    page.navigate(callback("code=" + code(TestPortal.ADMIN)));
    assertThat(heading("You are signed in as Ana Lopez. Continue?")).isVisible();
    assertThat(apiStatus()).isEqualTo(401);

    button("Continue as Ana Lopez").click();

    assertThat(heading("New message")).isVisible();
    assertThat(apiStatus()).isEqualTo(200);
    page.reload();
    assertThat(heading("New message")).isVisible();
  }

  @Test
  void aCallbackWithAnotherBrowsersStateSignsNobodyIn() {
    expectComplaint("status of 400");
    consentOnThePage();
    asSomebodyNew();
    page.navigate(address(""));
    onConsentPage();
    var state = URI.create(page.url()).getRawQuery().replaceFirst("^.*state=([^&]*).*$", "$1");
    consentAs(TestPortal.ADMIN);
    asAna();
    var before = exchanges();

    page.navigate(callback("code=" + code(TestPortal.OTHER_ADMIN) + "&state=" + state));

    assertThat(plainText())
        .startsWith(
            "This sign-in cannot be finished: it began in another browser or too long ago, or"
                + " cookies are blocked for this site. Start again.");
    assertThat(exchanges()).isEqualTo(before);
    open("", "New message");
    assertThat(page.locator(".me")).containsText("Ana Lopez");
  }

  /** Another site on this machine: for one on the network, browsers refuse more by themselves. */
  private URI elsewhere(String host) {
    return URI.create("http://%s:%d/".formatted(host, portal.simulator().address().getPort()));
  }

  /** Somebody else's page. */
  private void lure(String html) {
    lure("127.0.0.1", html);
  }

  private void lure(String host, String html) {
    page.navigate(elsewhere(host).resolve("/v1/people/me").toString());
    page.evaluate("html => { document.body.innerHTML = html; }", html);
  }

  @ParameterizedTest
  @ValueSource(strings = {"img", "iframe"})
  void aPictureOrAFrameSignsNobodyIn(String element) {
    expectComplaint("status of 40[014]|ERR_BLOCKED_BY_RESPONSE|Refused to frame|frame-ancestors");
    asAna();
    var before = exchanges();
    var source = callback("code=" + code(TestPortal.OTHER_ADMIN));
    lure("");
    page.evaluate(
        """
        ([name, source]) => new Promise((done) => {
          const element = document.createElement(name);
          element.onload = element.onerror = done;
          element.src = source;
          document.body.append(element);
        })
        """,
        List.of(element, source));

    assertThat(exchanges()).isEqualTo(before);
    open("", "New message");
    assertThat(page.locator(".me")).containsText("Ana Lopez");
    page.navigate(source);
    assertThat(heading("You are signed in as Kenji Tanaka. Continue?")).isVisible();
  }

  /** From another port of this host the browser even sends the cookies. */
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost"})
  void aFormOnAnotherSiteChangesNothing(String host) {
    expectComplaint("status of 40[134]");
    asAna();
    for (var path : List.of("logout", "session/confirm", "jobs/runNow", "admin/users")) {
      lure(
          host,
          "<form method=post enctype=text/plain action='%s'><button>Win a prize</button></form>"
              .formatted(portal.address().resolve("/Hub/news/" + path)));

      var answer = page.waitForResponse("**/Hub/news/" + path, () -> button("Win a prize").click());

      assertThat(answer.status()).as(path).isEqualTo(403);
      assertThat(answer.text()).contains("urn:belfry:cross-site");
    }
    open("", "New message");
    assertThat(page.locator(".me")).containsText("Ana Lopez");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost"})
  void aScriptOnAnotherSiteChangesNothingAndReadsNothing(String host) {
    expectComplaint("status of 40[0134]|CORS policy|ERR_FAILED|ERR_BLOCKED_BY_RESPONSE");
    asAna();
    lure(host, "");
    var read =
        page.evaluate(
            """
            async (portal) => {
              const tries = [];
              for (const path of ["/Hub/news/info", "/Hub/news/jobs/list/all", "/status"]) {
                tries.push(await fetch(portal + path, { credentials: "include" })
                  .then((answer) => answer.text(), () => "nothing"));
              }
              return tries;
            }
            """,
            portal.address().toString());
    assertThat((List<?>) read).hasSize(3).allMatch("nothing"::equals);
    var logout =
        page.waitForRequest(
            "**/logout",
            () ->
                page.evaluate(
                    """
                    (portal) => fetch(portal + "/Hub/news/logout",
                      { method: "POST", mode: "no-cors", credentials: "include" }).then(() => 0, () => 0)
                    """,
                    portal.address().toString()));
    assertThat(logout.method()).isEqualTo("POST");
    open("", "New message");
    assertThat(page.locator(".me")).containsText("Ana Lopez");
  }

  @Test
  void theSameFromThePagesOwnOriginIsTaken() {
    expectComplaint("status of 401");
    asAna();
    assertThat(
            page.evaluate(
                "async () => (await fetch('/Hub/news/logout', { method: 'POST' })).status"))
        .isEqualTo(204);
    assertThat(apiStatus()).isEqualTo(401);
  }

  // As browsers hinder it ----------------------------------------------------------------------

  @Test
  void aBrowserThatBlocksCookiesEndsAtAPlainExplanation() {
    expectComplaint("status of 400");
    consentOnThePage();
    asSomebodyNew();
    page.navigate(address(""));
    onConsentPage();
    context.clearCookies();

    accept(TestPortal.ADMIN);

    page.waitForURL("**/oauth?**");
    assertThat(plainText()).contains("cookies are blocked for this site").contains(address(""));
  }

  /**
   * Script sees no cookie here, so the page takes nobody for signed in, whatever the portal did.
   */
  @Test
  void aBrowserInWhichNothingSticksIsAskedThenStopped() {
    expectComplaint("status of 429");
    asSomebodyNew();
    context
        .newCDPSession(page)
        .send(
            "Emulation.setDocumentCookieDisabled",
            com.google.gson.JsonParser.parseString("{\"disabled\": true}").getAsJsonObject());
    var before = exchanges();

    page.navigate(address("#/jobs"));
    for (var turn = 1; turn <= 3; turn++) {
      assertThat(heading("Sign in to continue")).isVisible();
      assertThat(page.locator(".gate")).containsText("Are cookies blocked for this site?");
      assertThat(exchanges()).as("one exchange a click").isEqualTo(before + turn);
      button("Sign in with Webex").click();
      page.waitForURL(turn < 3 ? "**/sendMessage.html" : "**/oauth?**");
    }

    assertThat(plainText())
        .isEqualTo(
            """
            You were signed in several times, but your browser did not keep it. Allow cookies for this site, and open it over https (or as localhost). Then try again in two minutes.

            """
                + address(""));
    assertThat(exchanges()).isEqualTo(before + 3);
  }

  @Test
  void overPlainHttpOnAnotherHostThePageSaysSoAndStartsNothing() {
    expectComplaint("Cross-Origin-Opener-Policy header has been ignored");
    asSomebodyNew();
    context.route(
        "http://belfry.example/**",
        route -> {
          var here =
              portal.address().resolve(URI.create(route.request().url()).getRawPath()).toString();
          route.fulfill(
              new Route.FulfillOptions()
                  .setResponse(route.fetch(new Route.FetchOptions().setUrl(here))));
        });
    var before = exchanges();

    page.navigate("http://belfry.example/Hub/news/sendMessage.html");

    assertThat(heading("This address is not secure")).isVisible();
    assertThat(page.locator(".gate")).containsText("Open it over HTTPS");
    assertThat(button("Sign in with Webex")).hasCount(0);
    assertThat(exchanges()).isEqualTo(before);
  }

  @Test
  void aPageThatIsOpenedWhileTheDatabaseIsAwaySaysSoAndComesBackByItself() {
    expectComplaint("status of 503");
    unanswered();
    page.navigate(address("#/groups"));
    assertThat(heading("That did not load")).isVisible();
    assertThat(page.locator(".gate")).containsText("as soon as the database answers again");

    context.unroute("**/info");
    assertThat(heading("Groups")).isVisible();
  }

  @Test
  void aPageThatIsOpenedWhileNothingIsAnsweredComesBackByItself() {
    expectComplaint("ERR_FAILED");
    context.route("**/gate-*.js", Route::abort);
    context.route("**/info", Route::abort);
    var failed = new ArrayList<String>();
    page.onRequestFailed(request -> failed.add(request.url()));
    page.navigate(address("#/groups"));
    page.waitForCondition(() -> failed.stream().anyMatch(url -> url.contains("/gate-")));

    context.unroute("**/gate-*.js");
    assertThat(heading("Belfry does not answer")).isVisible();
    context.unroute("**/info");
    assertThat(heading("Groups")).isVisible();
  }

  @Test
  void aPageThatIsOpenSaysWhatIsAway() {
    expectComplaint("status of 503");
    expectComplaint("ERR_FAILED");
    page.navigate(address("#/groups"));
    assertThat(page.locator(".state")).hasText("Webex is answering");

    unanswered();
    lookAgain();
    assertThat(page.locator(".state")).hasText("Nothing can be recorded");

    context.unroute("**/info");
    context.route("**/info", Route::abort);
    lookAgain();
    assertThat(page.locator(".state")).hasText("Belfry does not answer");
  }

  /** As whoever comes back to this tab; then the page asks at once. */
  private void lookAgain() {
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  }

  /** The portal answers as it does while its database does not. */
  private void unanswered() {
    context.route(
        "**/info",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setStatus(503)
                    .setContentType("application/problem+json")
                    .setBody(
                        """
                        {"type": "urn:belfry:storage", "title": "The database does not answer",
                         "detail": "What was sent is recorded as soon as the database answers again."}
                        """)));
  }

  @Test
  void whatIsNotConfiguredOrDownIsSaidInThePage() {
    expectComplaint("status of 50[02]");
    asSomebodyNew();
    context.route(
        "**/authUrl",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setStatus(500)
                    .setContentType("text/plain; charset=utf-8")
                    .setBody(
                        "Sign-in is not configured. Set MESSAGING_INTEGRATION_CLIENT_ID and OAUTH_CALLBACK_URL_TEMPLATE, then restart.")));
    page.navigate(address(""));
    assertThat(heading("Sign in to continue")).isVisible();
    assertThat(page.locator(".gate"))
        .containsText("Set MESSAGING_INTEGRATION_CLIENT_ID and OAUTH_CALLBACK_URL_TEMPLATE");

    context.unroute("**/authUrl");
    context.route("**/authUrl", Route::abort);
    expectComplaint("ERR_FAILED");
    button("Sign in with Webex").click();
    assertThat(page.locator(".gate")).containsText("Belfry does not answer");
  }
}
