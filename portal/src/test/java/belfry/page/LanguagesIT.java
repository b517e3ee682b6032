package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page in each of its languages, in one half as long again, and from right to left. */
class LanguagesIT extends BrowserTest {
  /** What is said in words of the page, and by nobody else. */
  private static final String SAID =
      "h1, .nav a, .main-one, .segments .line, .recipients thead th, .figures dt, .me ~ .menu .item:not([lang])";

  private static final String OUTSIDE_ITS_DIALOG =
      """
      () => {
        const dialog = document.querySelector("dialog[open]")?.getBoundingClientRect();
        return [...document.querySelectorAll("dialog[open] .button")].find((one) => {
          const { left, right } = one.getBoundingClientRect();
          return left < dialog.left || right > dialog.right;
        })?.innerText ?? null;
      }
      """;

  private void speak(String language) {
    page.navigate(address(""));
    page.evaluate("one => localStorage.setItem('belfry.language', one)", language);
  }

  /** Opens each view by its address alone, and hands over its name once it stands still. */
  private void eachView(Consumer<String> look) {
    view("#/compose");
    page.locator("textarea").first().fill("# A title\n\nand words");
    page.locator(".segments input[value=repeat]").check();
    look.accept("compose, repeating");
    page.locator(".suggestions, input[role=combobox]").first().fill("Crisis");
    page.locator("[role=option]").first().click();
    assertThat(page.locator(".goes-out b").first()).isVisible();
    page.locator(".main-one").last().click();
    assertThat(page.locator("dialog[open]")).isVisible();
    look.accept("the dialog");
    page.keyboard().press("Escape");
    // A title is its author's word: this one looks like a word of the page.
    var sent = startedJob("[Sent]", List.of(group("Communications")));
    view("#/jobs/" + sent);
    assertThat(page.locator(".recipients tbody tr").first()).isVisible();
    look.accept("a job");
    view("#/jobs");
    assertThat(page.locator(".job").first()).isVisible();
    look.accept("jobs");
    view("#/groups");
    page.locator(".group-list a").nth(3).click();
    assertThat(page.locator(".one .rows .avatar").first()).isVisible();
    look.accept("groups");
    view("#/people");
    assertThat(page.locator(".rows .avatar").first()).isVisible();
    page.locator("button.me").click();
    look.accept("people, and the menu");
  }

  private void view(String fragment) {
    page.navigate("about:blank");
    page.navigate(address(fragment));
    assertThat(page.locator("h1")).isVisible();
  }

  @Test
  void aLanguageIsChosenInTheMenuAndWrittenByItsOwnRules() {
    open("", "New message");
    button("Ana Lopez: theme, sessions, sign out").click();
    button("Deutsch").click();

    assertThat(heading("Neue Nachricht")).isVisible();
    page.locator("textarea").first().fill("x".repeat(6_000));
    assertThat(page.locator("body")).containsText("noch etwa 1.439 Zeichen");
    page.locator("button.me").click();
    button("English").click();
    assertThat(heading("New message")).isVisible();
  }

  @Test
  void whatTheServerSaysIsSaidInTheReadersLanguage() {
    speak("de");
    view("#/people");
    page.locator("input[name=person]").fill("nobody.at.all@northwind.example");
    expectComplaint("400");
    page.locator(".add-person .main-one").click();
    assertThat(page.locator("#add-fault"))
        .hasText(
            "Webex findet zu „nobody.at.all@northwind.example“ in Ihrer Organisation niemanden.");

    var nobody = Map.of("kind", "person", "email", "nobody.at.all@northwind.example");
    var sent = startedJob("Sent", List.of(nobody, group("Crisis team")));
    view("#/jobs/" + sent);
    assertThat(page.locator(".recipients"))
        .containsText("Webex findet zu dieser Adresse in Ihrer Organisation niemanden.");
  }

  /** In the language with brackets, what is not in brackets is not in the catalogues. */
  private List<String> outsideTheCatalogues() {
    return page.locator(SAID).allInnerTexts().stream()
        .map(String::strip)
        .filter(text -> text.codePoints().anyMatch(Character::isLetter))
        .filter(text -> !text.contains("["))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "es, ltr, Nuevo mensaje",
    "de, ltr, Neue Nachricht",
    "en-XA, ltr, '['",
    "ar-XB, rtl, ''",
  })
  void everyViewSaysItInTheChosenLanguageAndIsNoWiderThanASmallPhone(
      String language, String direction, String title) {
    use(signedIn().setViewportSize(320, 640));
    speak(language);
    page.reload();
    assertThat(page.locator("html")).hasAttribute("lang", language);
    assertThat(page.locator("html")).hasAttribute("dir", direction);
    assertThat(page.locator("h1")).containsText(title);

    var wrong = new LinkedHashMap<String, Object>();
    eachView(name -> {
      var width = page.evaluate("() => document.scrollingElement.scrollWidth");
      if (!Integer.valueOf(320).equals(width)) {
        wrong.put(name, width);
      }
      if (page.evaluate(OUTSIDE_ITS_DIALOG) instanceof String words) {
        wrong.put(name + ", a button", words);
      }
      var outside = language.equals("en-XA") ? outsideTheCatalogues() : List.of();
      if (!outside.isEmpty()) {
        wrong.put(name + ", not in the catalogues", outside);
      }
    });
    assertThat(wrong).isEmpty();
  }
}
