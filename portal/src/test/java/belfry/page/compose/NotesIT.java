package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.messages.Ledger;
import com.microsoft.playwright.Locator;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** What would not arrive as it was meant is said while it is written, and mended by one press. */
class NotesIT extends BrowserTest {
  private Locator notes() {
    return page.locator(".unrendered li");
  }

  private void press(String words) {
    notes().getByText(words).click();
  }

  @Test
  void singleLineBreaksAreKeptByOnePressThatCanBeUndone() {
    open("", "New message");
    var address = "Reception moved to:\nNorthwind House\nMain street 1\n00100 Helsinki";
    text().fill(address + "\n\n:tada: opening today, :nosuch: too");
    assertThat(notes())
        .hasText(
            new String[] {
              "A single line break becomes a blank: Reception moved to: ↵ Northwind House ↵"
                  + " Main street 1 ↵ Keep the line breaks",
              "These letters become no picture in Webex: :tada: :nosuch: Put the emoji"
            });
    assertThat(page.locator(".preview .message br")).hasCount(0);

    press("Keep the line breaks");
    assertThat(page.locator(".preview .message br")).hasCount(3);
    assertThat(notes()).hasCount(1);
    press("Put the emoji");
    assertThat(text())
        .hasValue(address.replace("\n", "  \n") + "\n\n🎉 opening today, :nosuch: too");
    assertThat(notes())
        .hasText(new String[] {"These letters become no picture in Webex: :nosuch:"});

    page.keyboard().press("Control+z");
    page.keyboard().press("Control+z");
    assertThat(text()).hasValue(address + "\n\n:tada: opening today, :nosuch: too");
  }

  @Test
  void theBreaksArrive() {
    open("", "New message");
    to().fill("Lars Berg");
    page.locator("[role=option]").filter(new Locator.FilterOptions().setHasText("Lars")).click();
    text().fill("Come to:\nNorthwind House");
    press("Keep the line breaks");
    button("Review and send").click();
    button("Send to 1 person").click();
    assertThat(page.locator(".figures")).containsText("Delivered1 of 1");
    var sent = portal.simulator().ledger().entries(Ledger.Query.containing("Come to:"));
    Assertions.assertThat(
            sent.stream()
                .map(one ->
                    portal
                        .simulator()
                        .messages()
                        .byId(one.messageId())
                        .orElseThrow()
                        .words()
                        .content()
                        .markdown()))
        .isEqualTo(List.of("Come to:  \nNorthwind House"));
  }

  @Test
  void whatOtherProgramsWriteIsMended() {
    open("", "New message");
    mended(
        "*Important*: <https://x.test/a|the page>, @channel",
        "Make it a link",
        "*Important*: [the page](https://x.test/a), @channel");
    mended("Agenda\n• one\n• two", "Make it a list", "Agenda\n- one\n- two");
    mended("#Title\n\n##Part", "Make it a heading", "# Title\n\n## Part");
    mended("- [ ] one\n- [x] two", "Use ☐ and ☑", "- ☐ one\n- ☑ two");
    mended("~~old~~ and `~~code~~`", "Remove the marks", "old and `~~code~~`");
    mended("==now==", "Make it bold", "**now**");
    mended("<b>now</b> or <name>", "Write it for Webex", "**now** or \\<name>");
    mended("    at noon", "Make it plain text", "at noon");
    mended("Hello\n---\nyou", "Make it a line", "Hello\n\n---\nyou");
    mended("[note]: https://x.test", "Keep it as typed", "\\[note]: https://x.test");
    mended("See \\\\server\\share", "Keep it as typed", "See \\\\\\\\server\\\\share");
    mended("3. three\n7. seven", "Keep it as typed", "3\\. three  \n7\\. seven");
    mended("3*4 and 5*6 cm", "Keep it as typed", "3\\*4 and 5\\*6 cm");
    mended("*Dial* *123*456#", "Keep it as typed", "*Dial* \\*123\\*456#");
    mended(
        "10**5**2, see https://x.test/a*b*c",
        "Keep it as typed",
        "10\\*\\*5\\*\\*2, see https://x.test/a*b*c");
    text().fill("Boxes of 3*4 and 5*6 cm, and **B**elfry");
    assertThat(notes())
        .hasText(
            new String[] {
              "These signs do not arrive, because they make italic, bold or code: 3*4 and 5*6 Keep it as"
                  + " typed"
            });

    for (var fine :
        List.of(
            "Plain *words* with **bold** ones, at 10:30:15, to a@b.test.",
            "A line that was wrapped by a mail program at about seventy-two letters\nand goes on.",
            "1. one\n1. two",
            "5*3 cm and snake_case_names",
            "**B**elfry, 10\\*5\\*2 and *x*-*y*",
            "这是*重点*内容",
            "We have *5* places for **{{firstName}}**, by his/*her* `job`s or *a*/*b*",
            "...*and then...* *.NET*, in the __main__ part of {{a}}_{{b}}_{{c}}",
            "`:tada:` and this:\n\n```\n<b>\n```",
            "See C:\\plain\\path")) {
      text().fill("==mark==");
      assertThat(notes()).hasCount(1);
      text().fill(fine);
      assertThat(notes()).hasCount(0);
    }
  }

  /** Between what belongs together, nobody means them to be marks. */
  @Test
  void signsInPathsNamesAndBesidePlaceholdersAreKeptByOnePress() {
    open("", "New message");
    var keep = "Keep it as typed";
    mended("Path /srv/*/old/* is gone", keep, "Path /srv/\\*/old/\\* is gone");
    mended("Dial *100#, then *5*", keep, "Dial *100#, then \\*5\\*");
    mended("*.txt,*.doc or .*x.*", keep, "\\*.txt,\\*.doc or .\\*x.\\*");
    mended("f.__str__(x) in __init__.py", keep, "f.\\_\\_str\\_\\_(x) in \\_\\_init\\_\\_.py");
    mended("^_^ ok ^_^", keep, "^\\_^ ok ^\\_^");
    mended("10`20`30 and `10`", keep, "10\\`20\\`30 and `10`");
    mended("don`t, can`t, `3*4*5` 3*4*5", keep, "don\\`t, can\\`t, `3*4*5` 3\\*4\\*5");
    mended("Size 3*{{Desk}}*5 cm", keep, "Size 3\\*{{Desk}}\\*5 cm");
    mended(
        "Call *123*456# or {{Desk}}*{{Desk}}*2",
        keep,
        "Call \\*123\\*456# or {{Desk}}\\*{{Desk}}\\*2");
  }

  private void mended(String typed, String press, String right) {
    text().fill("Plain");
    assertThat(notes()).hasCount(0);
    text().fill(typed);
    press(press);
    assertThat(text()).hasValue(right);
  }
}
