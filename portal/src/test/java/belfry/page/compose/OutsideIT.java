package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.messages.Ledger;
import com.microsoft.playwright.Locator;
import org.junit.jupiter.api.Test;

/**
 * People of other organizations: what is known of them is said, and the author may write to them.
 */
class OutsideIT extends BrowserTest {
  private Locator sum() {
    return page.locator(".sum b");
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  @Test
  void theReviewOffersToSendToThemAndEachHasAResult() {
    open("", "New message");
    paste(to(), "lars.berg@northwind.example\ngrace.obi@partner.example\nnobody@partner.example");
    assertThat(page.locator("#to-below"))
        .containsText(
            "2 addresses not found in your organization: grace.obi@partner.example,"
                + " nobody@partner.example Send to them anyway");
    assertThat(sum()).hasText("1 person");
    text().fill("The partners' day is on Friday");

    button("Review and send").click();
    assertThat(dialog())
        .containsText("2 addresses were not found in your organization and will be skipped");

    dialog().getByText("Send to them anyway").click();
    assertThat(dialog().locator("h2")).containsText("3 people");
    assertThat(dialog())
        .containsText(
            "2 addresses were not found in your organization; it is sent to the addresses"
                + " themselves");

    button("Send to 3 people").click();

    assertThat(page.locator(".figures")).containsText("Delivered2 of 3");
    assertThat(page.locator("recipients-table"))
        .containsText(
            "Webex reaches nobody at this address: Failed to get one on one conversation");

    var totals = portal.simulator().ledger().totals(Ledger.Query.containing("partners' day"));
    assertThat(totals.messages()).isEqualTo(2);
    assertThat(totals.doubledRecipients()).isZero();
  }

  @Test
  void theChoiceCanBeTakenBackAndIsKeptWithTheDraft() {
    open("", "New message");
    paste(to(), "lars.berg@northwind.example\naino.virta@partner.example");
    page.locator("#to-below").getByText("Send to them anyway").click();
    assertThat(page.locator("#to-below"))
        .containsText(
            "1 address not found in your organization is written to all the same:"
                + " aino.virta@partner.example");
    assertThat(sum()).hasText("2 people");
    page.reload();
    assertThat(sum()).hasText("2 people");
    page.locator("#to-below").getByText("Skip them").click();
    assertThat(sum()).hasText("1 person");
  }

  @Test
  void aMessageToThemAloneCanBeSent() {
    open("", "New message");
    to().fill("aino.virta@partner.example");
    to().press("Enter");
    var below = page.locator("#to-below");
    assertThat(below).containsText("Nobody is in this audience");
    assertThat(below).containsText("1 address not found in your organization");
    below.getByText("Send to them anyway").click();
    assertThat(sum()).hasText("1 person");
    assertThat(below).not().containsText("Nobody");
  }
}
