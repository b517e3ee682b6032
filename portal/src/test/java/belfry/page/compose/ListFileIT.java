package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Lists from files and from the clipboard: nobody vanishes, and what is not clear is asked. */
class ListFileIT extends BrowserTest {
  @Test
  void aLineWithAStrayQuotationMarkIsNamedAndTheOthersStay() throws IOException {
    open("", "New message");
    bring("01-unclosed-quote.csv");

    assertThat(dialog()).containsText("A list of 3 people.");
    assertThat(dialog()).containsText("1 line cannot be added");
    assertThat(dialog())
        .containsText("Line 3: A quotation mark opens in line 3 and is not closed.");
    assertThat(dialog().locator("tbody")).containsText("cy.moon@corp.example");
    button("Use these 3 addresses").click();
    assertThat(page.locator(".chip .size")).hasText("3");
  }

  @Test
  void whatCannotBeSeenIsNotInAddressesAndTitles() throws IOException {
    open("", "New message");
    bring("02-invisible-characters.csv");

    assertThat(dialog())
        .containsText("A list of 3 people. Its other columns are Desk. A message to this list can");
    assertThat(dialog().locator("tbody tr").nth(1).locator("td").first())
        .hasText("bo.lind@corp.example");
    button("Cancel").click();

    paste(
        to(), "\u200Blars.berg@northwind.example\u00A0\n\u202Azoe.muller@northwind.example\u202C");
    assertThat(page.locator("#to-below")).containsText("2 addresses added");
    assertThat(page.locator(".sum b:not(.quiet)")).hasText("2 people");
    to().fill("\u200Bpriya.patel\uFE0F@northwind.example\u00A0");
    to().press("Enter");
    assertThat(page.locator(".chip")).hasCount(2);
    assertThat(page.locator(".sum b:not(.quiet)")).hasText("3 people");
  }

  @Test
  void whoBringsAFileInTwoWritingsIsAskedWithBothReadings() throws IOException {
    expectComplaint("status of 400");
    open("", "New message");
    bring("04-one-latin1-byte-among-utf8.csv");

    assertThat(dialog()).containsText("How is 04-one-latin1-byte-among-utf8.csv written?");
    assertThat(dialog().locator(".reading").first()).containsText("Line 2: J\uFFFDrg");
    assertThat(dialog().locator(".reading").last()).containsText("Line 2: Jörg");
    assertThat(dialog().locator(".reading").last()).containsText("Line 3: ZoÃ«");
    button("Read as UTF-8").click();
    assertThat(dialog()).containsText("A list of 1 person.");
    assertThat(dialog()).containsText("Line 2: 'J\uFFFDrg' has a character that cannot be read.");
    button("Cancel").click();
    assertThat(page.locator(".chip")).hasCount(0);

    bring("04-one-latin1-byte-among-utf8.csv");
    button("Read as Windows-1252").click();
    assertThat(dialog()).containsText("A list of 2 people.");
    assertThat(dialog()).containsText("It was read as Windows-1252.");
    button("Use these 2 addresses").click();
    assertThat(page.locator(".chip .size")).hasText("2");
  }

  @Test
  void aPastedTableWithTwoColumnsOfAddressesIsAskedAbout() {
    open("", "New message");
    paste(
        to(),
        "Name\tE-mail\tManager\nLars\tlars.berg@northwind.example\tpriya.patel@northwind.example\n");

    assertThat(dialog()).containsText("A list of 1 person.");
    assertThat(dialog()).containsText("Addresses in other columns get nothing: Manager (1).");
    assertThat(dialog().locator("select")).hasValue("E-mail");
    button("Use this address").click();
    assertThat(page.locator(".sum b:not(.quiet)")).hasText("1 person");
  }

  @Test
  void aColumnThatCouldNotBeReadIsNotShownAsTheOneThatIsTaken() {
    expectComplaint("ERR_FAILED");
    open("", "New message");
    paste(
        to(),
        "Name\tE-mail\tManager\nLars\tlars.berg@northwind.example\tpriya.patel@northwind.example\n");
    var columns = dialog().locator("select");
    assertThat(columns).hasValue("E-mail");
    page.route("**/user/lists/add*", Route::abort);
    columns.selectOption("Manager");
    assertThat(dialog().locator("[role=alert]")).isVisible();
    assertThat(columns).hasValue("E-mail");
    page.unroute("**/user/lists/add*");
    columns.selectOption("Manager");
    assertThat(dialog().locator("tbody")).containsText("priya.patel@northwind.example");
    assertThat(columns).hasValue("Manager");
  }

  /** Whose contact it is has no address: nobody gets it in their place. */
  @Test
  void aPastedTableIsAskedAboutAlsoWhereNoRowHasTwoAddresses() {
    open("", "New message");
    for (var table :
        List.of(
            """
            Name;E-mail;Contact
            Maija;;priya.patel@northwind.example
            Lars;lars.berg@northwind.example;
            """,
            "Maija\t\tpriya.patel@northwind.example\nLars\tlars.berg@northwind.example\t")) {
      paste(to(), table);
      assertThat(dialog().locator("select option")).hasCount(2);
      button("Cancel").click();
    }
    assertThat(page.locator(".chip")).hasCount(0);

    paste(
        to(),
        """
        Recipients:
        •\tlars.berg@northwind.example
        \t•\tzoe.muller@northwind.example, kenji.tanaka@northwind.example
        """);
    assertThat(page.locator("#to-below")).containsText("3 addresses added");
  }

  @Test
  void whatIsPastedFromAMailProgramIsReadAndTheRestIsNamed() {
    open("", "New message");
    paste(
        to(),
        "\"Berg, Lars\" <lars.berg@northwind.example>; 'zoe.muller@northwind.example';"
            + " o'brien@northwind.example; half@@northwind.example; Somebody Else;"
            + " ana@y.example <ana.lopez@northwind.example>");

    assertThat(page.locator("#to-below"))
        .containsText(
            "3 addresses added · these are not addresses:"
                + " ana@y.example <ana.lopez@northwind.example>, half@@northwind.example,"
                + " Somebody Else");
    assertThat(page.locator("#to-below")).containsText("o'brien@northwind.example");
  }

  /** Whoever was meant by it is missing, however much is chosen after it. */
  @Test
  void whatIsNoAddressStaysNamedUntilItsAuthorHasReadIt() {
    open("", "New message");
    paste(to(), "lars.berg@northwind.example, half@, zoe.muller@northwind.example");
    var below = page.locator("#to-below");
    assertThat(below).containsText("2 addresses added · this is not an address: half@");
    choose("priya.patel", "Priya Patel");
    assertThat(below).not().containsText("2 addresses added");
    assertThat(below).containsText("this is not an address: half@");
    paste(to(), "kenji.tanaka@northwind.example, @other, ana.lopez@northwind.example");
    assertThat(below).containsText("these are not addresses: half@, @other");
    page.locator(".chip button").first().click();
    button("Leave somebody out").click();
    var except = page.locator("#except");
    paste(except, "maija.salo@northwind.example; almost@; priya.patel@northwind.example");
    except.fill("anybody@northwind.example");
    except.press("Enter");
    assertThat(page.locator("#except-below")).containsText("this is not an address: almost@");

    page.reload();
    assertThat(below).containsText("these are not addresses: half@, @other");
    assertThat(page.locator("#except-below")).containsText("this is not an address: almost@");
    assertThat(page.locator(".sum b:not(.quiet)")).hasText("2 people");
    page.locator("#text").fill("Who is missing?");
    button("Review and send").click();
    assertThat(dialog()).containsText("To · these are not addresses: half@, @other");
    assertThat(dialog()).containsText("Except · this is not an address: almost@");
    button("Keep editing").click();

    below.getByText("Hide").click();
    assertThat(below).not().containsText("half@");
    button("Review and send").click();
    assertThat(dialog()).containsText("almost@");
    assertThat(dialog()).not().containsText("half@");
  }

  @Test
  void whateverMayBeSomebodyInAPasteIsNamed() {
    open("", "New message");
    paste(
        to(),
        """
        kenji.tanaka@northwind.example
        maija.salo @ northwind.example
        priya.patel@northwind.example\tPriya\tTeam @ Oslo
        lars.berg@northwind.example; zoe.muller(at)northwind.example; Lars\
        """);
    assertThat(page.locator("#to-below"))
        .containsText(
            "3 addresses added · these are not addresses: maija.salo @ northwind.example,"
                + " zoe.muller(at)northwind.example");
    assertThat(page.locator("#to-below")).not().containsText("Oslo");

    button("Leave somebody out").click();
    paste(
        page.locator("#except"),
        "kenji.tanaka@northwind.example maija.salo priya.patel@northwind.example; Lars Berg");
    assertThat(page.locator("#except-below"))
        .containsText("2 addresses added · these are not addresses: maija.salo, Lars Berg");
    page.locator("#except-below").getByText("Hide").click();
    paste(page.locator("#except"), "\"Berg, Lars\" <lars.berg@northwind.example>; Ana");
    assertThat(page.locator("#except-below"))
        .containsText("1 address added · this is not an address: Ana");
    page.locator("#except-below").getByText("Hide").click();
    paste(page.locator("#except"), "mail.ana(at)x\nmaria. garcia@x.example\nbo@x.example");
    assertThat(page.locator("#except-below"))
        .containsText(
            "1 address added · these are not addresses: mail.ana(at)x, maria. garcia@x.example");
    page.locator("#except-below").getByText("Hide").click();
    paste(
        page.locator("#except"),
        "Maria Garcia <maria. garcia@x.example>; Bo <bo@x.example>; Ana ana. lopez@x.example");
    assertThat(page.locator("#except-below"))
        .containsText(
            "1 address added · these are not addresses: Maria Garcia <maria. garcia@x.example,"
                + " Ana ana. lopez@x.example");
    page.locator("#except-below").getByText("Hide").click();
    paste(page.locator("#except"), "Name;E-Mail;Tel.Nr\nAna;ana@x.example;12\nBo;bo@x.example;13");
    assertThat(page.locator("#except-below")).containsText("2 addresses added");
    assertThat(page.locator("#except-below")).not().containsText("not an address");
    paste(page.locator("#except"), "Müller, Zoé <zoe.muller@northwind.example>");
    assertThat(page.locator("#except-below")).containsText("1 address added");
    assertThat(page.locator("#except-below")).not().containsText("not an address");
  }

  @Test
  void whoStandsBesideOneAddressInALineOfAPasteIsNamed() {
    open("", "New message");
    paste(
        to(),
        """
        To: Lars <lars.berg@northwind.example>; Maija Salo
        Team B: zoe.muller@northwind.example, kenji.tanaka
        Bo </O=X/OU=EXCHANGE/CN=BO>; ana.lopez@northwind.example\
        """);
    assertThat(page.locator("#to-below"))
        .containsText(
            "3 addresses added · these are not addresses: Maija Salo, kenji.tanaka,"
                + " Bo </O=X/OU=EXCHANGE/CN=BO>");

    button("Leave somebody out").click();
    paste(
        page.locator("#except"),
        """
        Lars Berg, Sales, lars.berg@northwind.example
        1. zoe.muller@northwind.example, zoe.muller, www.northwind.example
        E-mail: ana.lopez@northwind.example, Tel: 12
        Berg, Bo (Sales, Oslo) <bo.berg@northwind.example>
        Kenji <kenji.tanaka@northwind.example> Sales\
        """);
    assertThat(page.locator("#except-below")).containsText("5 addresses added");
    assertThat(page.locator("#except-below")).not().containsText("not an address");
    assertThat(page.locator("#except-below")).not().containsText("not addresses");
  }

  @Test
  void whoIsCalledLikeTheBeginningOfATitleIsNamedInTheFirstLineOfAPaste() {
    open("", "New message");
    for (var name : List.of("Mailin Berg", "Lastenia Morales", "user17", "mail.maija")) {
      paste(to(), name + "\nlars.berg@northwind.example\nzoe.muller@northwind.example");
      assertThat(page.locator("#to-below")).containsText("this is not an address: " + name);
      page.locator("#to-below").getByText("Hide").click();
    }
    for (var title :
        List.of("Mailing list:", "E-Mail-Adressen", "Empfängerinnen", "Direcciones", "Usernames")) {
      paste(to(), title + "\nlars.berg@northwind.example\nzoe.muller@northwind.example");
      assertThat(page.locator("#to-below")).containsText("2 addresses added");
      assertThat(page.locator("#to-below")).not().containsText("not an address");
      page.locator(".chip button").last().click();
      assertThat(page.locator("#to-below")).not().containsText("added");
    }
  }

  @Test
  void eachPastedListHasItsOwnNameAndNumber() {
    open("", "New message");
    paste(to(), "lars.berg@northwind.example, zoe.muller@northwind.example");
    paste(to(), "priya.patel@northwind.example, maija.salo@northwind.example");
    assertThat(page.locator(".chip")).hasText(new String[] {"Pasted list2", "Pasted list 22"});
    page.locator(".chip button").first().click();
    assertThat(page.locator(".chip")).hasCount(1);
    paste(
        to(),
        "lars.berg@northwind.example, zoe.muller@northwind.example, kenji.tanaka@northwind.example");
    assertThat(page.locator(".chip")).hasText(new String[] {"Pasted list 22", "Pasted list3"});
    assertThat(page.locator(".sum b:not(.quiet)")).containsText("people");
    assertThat(page.locator(".chip")).hasText(new String[] {"Pasted list 22", "Pasted list3"});
  }

  /** Attached, everybody who gets the message would read who else does. */
  @Test
  void aFileThatIsPastedIntoToOrExceptIsAListAsWhereItIsDropped() {
    open("", "New message");
    var attached = new CopyOnWriteArrayList<String>();
    page.onRequest(request -> {
      if (request.url().contains("jobs/attach")) {
        attached.add(request.url());
      }
    });
    pasteFile("#to", "lars.berg@northwind.example\nzoe.muller@northwind.example\n");
    assertThat(page.locator(".chip")).containsText("guests");
    page.locator(".chip button").focus();
    pasteFile(".chip button", "priya.patel@northwind.example\n");
    assertThat(page.locator(".chip")).hasCount(2);
    button("Leave somebody out").click();
    pasteFile("#except", "zoe.muller@northwind.example\n");

    assertThat(page.locator(".chip")).hasCount(3);
    assertThat(page.locator(".sum b:not(.quiet)")).hasText("2 people");
    assertThat(page.locator(".attached .file")).hasCount(0);
    assertThat(attached).isEmpty();
  }

  @Test
  void aFirstLineThatMayBeSomebodyIsShownBeforeItsListIsAdded() {
    open("", "New message");
    pasteFile("#to", "Maija Salo\nlars.berg@northwind.example\nzoe.muller@northwind.example\n");
    assertThat(dialog()).containsText("1 line cannot be added");
    assertThat(dialog())
        .containsText("Line 1: 'Maija Salo' was taken for the titles of the columns.");
    button("Cancel").click();
    pasteFile("#to", "E-Mail\nlars.berg@northwind.example\nzoe.muller@northwind.example\n");
    assertThat(page.locator("#to-below")).containsText("2 addresses added");
  }

  /** The first list with a value counts, so the corrected one would change nothing. */
  @Test
  void aFileThatWasCorrectedTakesThePlaceOfTheFormerOne() {
    var table = "Mail;Desk\nlars.berg@northwind.example;%s\nzoe.muller@northwind.example;Z1\n";
    open("", "New message");
    bringTable("team.csv", table.formatted("L1"));
    assertThat(page.locator("#to-below")).not().containsText("is here already");
    bringTable("team.csv", table.formatted("L9"));
    assertThat(page.locator(".chip")).hasText(new String[] {"team2", "team 22"});
    assertThat(page.locator("#to-below"))
        .containsText("team is here already; this list is called team 2. Both are kept.");
    text().fill("Your desk is {{Desk}}");
    button("Review and send").click();
    assertThat(dialog())
        .containsText("1 person is in several lists with different values. For Desk, the first");
    assertThat(dialog().locator(".checks")).containsText("lars.berg@northwind.example");
    page.keyboard().press("Escape");

    button("Replace the former list").click();
    assertThat(page.locator(".chip")).hasText(new String[] {"team 22"});
    assertThat(page.locator("#to-below")).not().containsText("is here already");
    assertThat(to()).isFocused();
    button("Review and send").click();
    assertThat(dialog()).containsText("Your desk is L9");
    assertThat(dialog()).not().containsText("different values");
    page.keyboard().press("Escape");

    bringTable("team.csv", table.formatted("L10"));
    assertThat(page.locator("#to-below"))
        .containsText("team 2 is here already; this list is called team.");
    page.locator("#to-below p")
        .filter(new Locator.FilterOptions().setHasText("here already"))
        .getByText("Hide")
        .click();
    assertThat(page.locator("#to-below")).not().containsText("is here already");
    assertThat(page.locator(".chip")).hasCount(2);
  }

  /** Brings a list and says yes to what is shown of it. */
  private void bringTable(String name, String table) {
    page.locator("audience-picker input[type=file]")
        .first()
        .setInputFiles(new FilePayload(name, "text/csv", table.getBytes(StandardCharsets.UTF_8)));
    button("Use these 2 addresses").click();
  }

  private void pasteFile(String into, String lines) {
    page.locator(into)
        .first()
        .evaluate(
            """
            (field, lines) => {
              const clipboardData = new DataTransfer();
              clipboardData.items.add(new File([lines], "guests.csv", { type: "text/csv" }));
              field.dispatchEvent(
                new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
            }
            """,
            lines);
  }

  private void bring(String name) throws IOException {
    try (var in = Objects.requireNonNull(getClass().getResourceAsStream("/lists/" + name))) {
      page.locator("audience-picker input[type=file]")
          .first()
          .setInputFiles(new FilePayload(name, "text/csv", in.readAllBytes()));
    }
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }
}
