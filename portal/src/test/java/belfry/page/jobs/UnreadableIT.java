package belfry.page.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.Axe;
import belfry.page.BrowserTest;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A message that cannot be read is listed and says so; all others can be used. */
class UnreadableIT extends BrowserTest {
  private void damage(String title) throws SQLException {
    try (var connection = DriverManager.getConnection(portal.databaseAddress());
        var statement =
            connection.prepareStatement(
                "UPDATE job SET audience = '{\"entries\":[{\"kind\":\"weather\"}]}' WHERE title = ?")) {
      statement.setString(1, title);
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }

  @Test
  void aMessageThatCannotBeReadSaysSoAndHidesNoOther() throws SQLException {
    open("#/jobs", "Jobs");
    var bad = (String) api("jobs/edit", Map.of("markdown", "Damaged")).get("id");
    api("jobs/edit", Map.of("markdown", "Sound"));
    damage("Damaged");
    page.reload();

    var row = page.locator(".job").filter(new Locator.FilterOptions().setHasText("Damaged"));
    assertThat(row).containsText("cannot be read, so nothing is sent of it");
    row.getByRole(AriaRole.BUTTON).click();
    assertThat(page.locator(".menu:popover-open .item")).hasText(new String[] {"Delete"});
    page.keyboard().press("Escape");
    assertThat(page.locator(".job")).hasCount(2);
    assertThat(Axe.violations(page)).isEmpty();

    link("Damaged").click();
    assertThat(page).hasURL(address("#/jobs/" + bad));
    assertThat(page.locator(".notice")).containsText("A stored Audience cannot be read");
    assertThat(page.locator(".message")).containsText("Damaged");
    assertThat(Axe.violations(page)).isEmpty();
    page.navigate(address("#/jobs"));
    link("Sound").click();
    assertThat(text()).isVisible();
    assertThat(text()).hasValue("Sound");
  }

  @Test
  void anAdministratorDeletesAMessageThatCannotBeRead() throws SQLException {
    open("#/jobs", "Jobs");
    var id = (String) api("jobs/edit", Map.of("markdown", "Given up")).get("id");
    damage("Given up");
    page.navigate(address("#/jobs/" + id));
    assertThat(page.locator(".notice")).containsText("A stored Audience cannot be read");

    expectComplaint("404");
    button("Delete").click();
    assertThat(page.locator("dialog[open]")).containsText("Nothing more is sent of it");
    page.locator("dialog[open]").getByText("Delete the record").click();

    assertThat(heading("Jobs")).isVisible();
    assertThat(page.locator(".job").filter(new Locator.FilterOptions().setHasText("Given up")))
        .hasCount(0);
  }
}
