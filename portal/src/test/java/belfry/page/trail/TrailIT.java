package belfry.page.trail;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.Axe;
import belfry.page.BrowserTest;
import belfry.testing.TestPortal;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The audit trail on the page: found, narrowed down, checked and downloaded. */
// Whom the last of them adds and removes is in none of the others' lists.
@TestMethodOrder(MethodOrderer.MethodName.class)
class TrailIT extends BrowserTest {
  @BeforeAll
  void act() {
    var ana = portal.signedIn("news", TestPortal.ADMIN);
    var maija =
        ana.post("admin/users", Map.of("email", "maija.salo@northwind.example"))
            .json()
            .path("id")
            .asText();
    var draft =
        Map.of(
            "markdown",
            "# Fire drill at noon",
            "audience",
            List.of(Map.of("kind", "person", "id", maija)));
    assertThat(ana.post("jobs/edit", draft).status()).isEqualTo(201);
    ana.delete("admin/users/" + maija);
  }

  private Locator rows() {
    return page.locator(".trail tbody tr");
  }

  private Locator row(String words) {
    return rows().filter(new Locator.FilterOptions().setHasText(words));
  }

  private Locator find() {
    return page.getByRole(
        AriaRole.SEARCHBOX, new Page.GetByRoleOptions().setName("Find a name, a message, an id"));
  }

  @Test
  void oneFindsWhoDidWhat() {
    open("#/people", "People");
    link("Audit trail").click();
    assertThat(heading("Audit trail")).isVisible();
    var removed = row("Removed somebody from the app");
    assertThat(removed.filter(new Locator.FilterOptions().setHasText("Maija Salo"))).isVisible();
    assertThat(row("Wrote a message").first()).containsText("Fire drill at noon");
    assertThat(Axe.violations(page)).isEmpty();

    find().fill("MAIJA");
    assertThat(rows()).hasCount(2);
    assertThat(page).hasURL(address("#/trail?q=MAIJA"));
    find().fill("");
    page.getByLabel("What").selectOption("Messages");
    assertThat(row("Signed in")).hasCount(0);
    assertThat(row("Wrote a message").first()).isVisible();
    page.getByLabel("What").selectOption("Everything");
    link("Maija Salo").first().click();
    assertThat(button("Only about Maija Salo")).isVisible();
    assertThat(rows()).hasCount(2);
    link("Ana Lopez").first().click();
    assertThat(button("Only by Ana Lopez")).isVisible();
    page.getByLabel("Until").fill("2001-01-01");
    assertThat(page.locator(".trail")).containsText("Nothing in the trail matches");
    assertThat(Axe.violations(page)).isEmpty();
    page.reload();
    assertThat(page.getByLabel("Until")).hasValue("2001-01-01");
    page.getByLabel("Until").fill("");
    button(Pattern.compile("^Only by")).click();
    button(Pattern.compile("^Only about")).click();
    assertThat(row("Signed in").first()).isVisible();
    link("Fire drill at noon").first().click();
    assertThat(heading("Fire drill at noon")).isVisible();
  }

  @Test
  void itIsCheckedAndWhatWasChangedIsShown() {
    open("#/trail", "Audit trail");
    button("Check the trail").click();
    assertThat(page.locator("trail-check .notice")).containsText("rows are as they were written");
    change("'tampered'");
    button("Check the trail").click();
    assertThat(page.locator("trail-check .notice.bad"))
        .containsText("The trail is not as it was written: row");
    assertThat(row("Not as it was written")).containsText("Let somebody use the app");
    assertThat(Axe.violations(page)).isEmpty();
    change("'sender'");
    button("Check the trail").click();
    assertThat(page.locator("trail-check .notice.bad")).hasCount(0);
    assertThat(row("Not as it was written")).hasCount(0);
  }

  private void change(String detail) {
    database()
        .useHandle(handle ->
            handle.execute("UPDATE audit SET detail = " + detail + " WHERE action = 'user.add'"));
  }

  private Jdbi database() {
    return Jdbi.create(portal.databaseAddress());
  }

  @Test
  void whatALostKeySignedIsNotCalledChanged() {
    open("#/trail", "Audit trail");
    sign("'lost.' || signature");
    button("Check the trail").click();
    assertThat(page.locator("trail-check .notice.bad"))
        .containsText("It cannot be told whether the trail is as it was written: row 1 is signed");
    assertThat(row("Not as it was written")).hasCount(0);
    sign("substr(signature, 6)");
    button("Check the trail").click();
    assertThat(page.locator("trail-check .notice.bad")).hasCount(0);
  }

  private void sign(String signature) {
    database()
        .useHandle(handle ->
            handle.execute("UPDATE audit SET signature = " + signature + " WHERE seq = 1"));
  }

  @Test
  void whatIsShownIsDownloaded() throws IOException {
    open("#/trail?q=maija", "Audit trail");
    assertThat(rows()).hasCount(2);
    Download file = page.waitForDownload(() -> link("Download as CSV").click());
    assertThat(Files.readAllLines(file.path())).hasSize(3).last().asString().contains("user.add");
  }

  @Test
  void whoOnlySendsDoesNotSeeIt() {
    var ana = portal.signedIn("news", TestPortal.ADMIN);
    var kenji = ana.post("admin/users", Map.of("email", "kenji.tanaka@northwind.example"));
    var sender = portal.signedIn("news", "kenji.tanaka@northwind.example");
    assertThat(sender.get("admin/trail").status()).isEqualTo(403);
    ana.delete("admin/users/" + kenji.json().path("id").asText());
  }
}
