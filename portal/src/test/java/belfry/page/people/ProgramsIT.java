package belfry.page.people;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.Axe;
import belfry.page.BrowserTest;
import belfry.testing.HookReceiver;
import belfry.testing.TestPortal;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What lets programs in, and what tells them: tokens and webhooks. */
class ProgramsIT extends BrowserTest {
  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  /** The secret that is shown, into a field that is not its own. */
  private void canBeCopied() {
    var name = dialog().getByLabel("Name", new Locator.GetByLabelOptions().setExact(true));
    name.fill("");
    button("Copy").click();
    assertThat(dialog()).containsText("Copied.");
    name.focus();
    page.keyboard().press("Control+V");
    assertThat(name).hasValue(Pattern.compile("belfry_.*"));
  }

  @Test
  void oneMakesATokenSeesItOnceAndRevokesIt() {
    expectComplaint("status of 400");
    use(signedIn());
    open("#/jobs", "Jobs");
    page.locator(".me").click();
    assertThat(link("API description")).hasAttribute("href", "api");
    button("API tokens").click();
    assertThat(dialog()).containsText("There are none.");
    assertThat(link("What programs can ask for")).hasAttribute("href", "api");

    button("Make a token").click();
    assertThat(dialog().getByRole(AriaRole.ALERT)).containsText("Give it a name");
    dialog().getByLabel("Name", new Locator.GetByLabelOptions().setExact(true)).fill("Nightly");
    button("Make a token").click();
    assertThat(dialog().getByLabel("Copy “Nightly” now")).hasValue(Pattern.compile("belfry_.{57}"));
    assertThat(dialog().getByRole(AriaRole.LISTITEM)).containsText("May read and send in news");
    assertThat(Axe.violations(page)).isEmpty();
    canBeCopied();
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    canBeCopied();
    button("Close").click();

    open("#/people", "People");
    button("API tokens").last().click();
    assertThat(dialog().getByRole(AriaRole.LISTITEM)).containsText("Nightly, of Ana Lopez");
    assertThat(dialog().getByLabel("Copy “Nightly” now")).hasCount(0);
    button("Revoke Nightly").click();
    assertThat(dialog()).containsText("There are none.");
  }

  @Test
  void whatIsMadeWhileTheListIsOnItsWayIsInIt() {
    use(signedIn());
    open("#/jobs", "Jobs");
    var held = new CopyOnWriteArrayList<Runnable>();
    page.route(
        "**/tokens",
        route -> {
          if (route.request().method().equals("GET") && held.isEmpty()) {
            var none = route.fetch();
            held.add(() -> route.fulfill(new Route.FulfillOptions().setResponse(none)));
          } else {
            route.resume();
          }
        });
    page.locator(".me").click();
    button("API tokens").click();
    page.waitForCondition(() -> !held.isEmpty());
    dialog().getByLabel("Name", new Locator.GetByLabelOptions().setExact(true)).fill("Meanwhile");
    button("Make a token").click();
    assertThat(rows()).containsText("Meanwhile");

    page.waitForResponse("**/tokens", held.getFirst());
    page.evaluate("async () => (await fetch('info')).status");
    assertThat(rows()).containsText("Meanwhile");
    rowButton("Revoke").click();
    assertThat(dialog()).containsText("There are none.");
  }

  @Test
  void oneRegistersAWebhookTestsItAndDeletesIt() {
    expectComplaint("status of 400");
    try (var receiver = new HookReceiver()) {
      use(signedIn());
      open("#/people", "People");
      button("Webhooks").click();
      assertThat(dialog()).containsText("There are none.");
      dialog().getByLabel("Name", new Locator.GetByLabelOptions().setExact(true)).fill("Pager");
      dialog().getByLabel("Address").fill("ftp://pager.example");
      button("Add a webhook").click();
      assertThat(dialog().getByRole(AriaRole.ALERT)).containsText("Give an address like https:");
      assertThat(dialog().getByLabel("Address")).isFocused();
      assertThat(dialog().locator("[aria-invalid=true]")).hasCount(1);

      dialog().getByLabel("Address").fill(receiver.address().toString());
      button("Add a webhook").click();
      var secret = dialog().getByLabel("Copy the secret of “Pager” now");
      assertThat(secret).hasValue(Pattern.compile("whsec_.{44}"));
      assertThat(dialog().getByRole(AriaRole.LISTITEM))
          .containsText("nobody got a message and somebody has to decide");
      assertThat(Axe.violations(page)).isEmpty();

      button("Send Pager a test").click();
      assertThat(dialog()).containsText("“Pager” took the test (answered 204).");
      assertThat(receiver.next().isAccepted(secret.inputValue())).isTrue();
      button("Disable Pager").click();
      assertThat(dialog().getByRole(AriaRole.LISTITEM)).containsText("Disabled");
      assertThat(button("Send Pager a test")).isDisabled();
      button("Enable Pager").click();
      assertThat(button("Send Pager a test")).isEnabled();
      receiver.behave(HookReceiver.answering(503));
      button("Send Pager a test").click();
      assertThat(dialog().locator(".fault").first()).containsText("answered 503");
      button("Delete Pager").click();
      assertThat(question()).containsText("Delete the webhook Pager?");
      assertThat(question()).containsText("1 event that it has not taken yet will not be sent");
      question().getByText("Cancel").click();
      assertThat(rows()).hasCount(1);
      assertThat(button("Delete Pager")).isFocused();
      assertThat(dialog().locator("#secret")).isVisible();
      button("Delete Pager").click();
      question().locator(".danger").click();
      assertThat(dialog()).containsText("There are none.");
      assertThat(dialog().locator("h2")).isFocused();
    }
  }

  private Locator question() {
    return page.locator("dialog[open][aria-labelledby=question]");
  }

  private Locator rows() {
    return dialog().getByRole(AriaRole.LISTITEM);
  }

  private Locator rowButton(String words) {
    return rows().getByText(words, new Locator.GetByTextOptions().setExact(true)).first();
  }

  /** Whatever is pressed twice or for long, one change is asked for, which leaves so many rows. */
  private void changesOnce(String path, int left, Runnable press) {
    var changes = new CopyOnWriteArrayList<String>();
    Consumer<Request> note =
        request -> {
          if (!request.method().equals("GET") && request.url().contains("/" + path)) {
            changes.add(request.method() + " " + request.url());
          }
        };
    page.onRequest(note);
    press.run();
    // Whatever was pressed has been asked for by then.
    page.evaluate("async (path) => (await fetch(path)).status", path);
    page.offRequest(note);
    assertThat(changes).hasSize(1);
    assertThat(rows()).hasCount(left);
  }

  private void doubleClickOn(Locator button, int left, String path) {
    changesOnce(path, left, () -> doubleClick(button, () -> assertThat(rows()).hasCount(left)));
  }

  /** The key repeats while what it did first is on its way. */
  private void holdEnter(String requests) {
    var held = new CopyOnWriteArrayList<Route>();
    page.route(requests, held::add);
    page.keyboard().down("Enter");
    page.keyboard().down("Enter");
    page.keyboard().up("Enter");
    page.waitForCondition(() -> !held.isEmpty());
    page.unroute(requests);
    held.forEach(Route::resume);
  }

  @Test
  void whatIsPressedTwiceIsDoneToOneRowOnly() {
    use(signedIn());
    open("#/jobs", "Jobs");
    for (var name : List.of("First", "Second", "Third")) {
      var may = List.of("read");
      api("tokens", Map.of("name", name, "days", 30, "scopes", may, "apps", List.of("news")));
    }
    page.locator(".me").click();
    button("API tokens").click();
    assertThat(rows()).hasCount(3);
    doubleClickOn(rowButton("Revoke"), 2, "tokens");
    rowButton("Revoke").focus();
    changesOnce("tokens", 1, () -> holdEnter("**/tokens/*"));
    assertThat(dialog().locator("h2")).isFocused();
    dialog().getByLabel("Name", new Locator.GetByLabelOptions().setExact(true)).fill("Another");
    changesOnce("tokens", 2, button("Make a token")::dblclick);
    assertThat(dialog().getByLabel("Copy “Another” now")).isVisible();
    for (var left = 2; left > 0; left--) {
      rowButton("Revoke").click();
      assertThat(rows()).hasCount(left - 1);
    }
    button("Close").click();

    for (var number = 1; number <= 3; number++) {
      // Sessions that are never used would be those of a browser that keeps none.
      portal.signedIn("news", TestPortal.ADMIN).get("info");
    }
    page.locator(".me").click();
    button("Where you are signed in").click();
    assertThat(rowButton("End")).isVisible();
    var sessions = rows().count();
    doubleClickOn(rowButton("End"), sessions - 1, "sessions");
    var held = new ArrayList<Route>();
    page.route("**/sessions/*", held::add);
    var end = rows().getByText("End", new Locator.GetByTextOptions().setExact(true));
    end.nth(0).click();
    end.nth(1).click();
    page.waitForCondition(() -> held.size() == 2);
    page.unroute("**/sessions/*");
    held.forEach(Route::resume);
    assertThat(rows()).hasCount(sessions - 3);
    button("Close").click();

    open("#/people", "People");
    for (var name : List.of("First", "Second")) {
      api(
          "admin/webhooks",
          Map.of(
              "name", name, "url", "https://" + name + ".example/", "events", List.of("job.held")));
    }
    button("Webhooks").click();
    changesOnce(
        "admin/webhooks",
        2,
        () ->
            doubleClick(
                button("Disable First"), () -> assertThat(button("Enable First")).isVisible()));
    assertThat(button("Enable First")).isVisible();
    rowButton("Delete").dblclick();
    changesOnce("admin/webhooks", 1, question().locator(".danger")::click);
    rowButton("Delete").click();
    question().locator(".danger").click();
    assertThat(dialog()).containsText("There are none.");
  }
}
