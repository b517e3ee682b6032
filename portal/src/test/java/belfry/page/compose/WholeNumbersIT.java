package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import belfry.page.BrowserTest;
import com.microsoft.playwright.Locator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Numbers are taken as the reader's language writes them, or refused. */
class WholeNumbersIT extends BrowserTest {
  @BeforeEach
  void inGerman() {
    open("#/jobs", "Jobs");
    page.evaluate("() => localStorage.setItem('belfry.language', 'de')");
    page.reload();
  }

  @Test
  void aFirstWaveIsAsLargeAsItWasTyped() {
    writeToAFewFirst();
    var percent = percent();
    button("Prüfen und senden").click();
    assertThat(fault()).hasText("Geben Sie eine ganze Zahl von 1 bis 99 ein.");
    assertThat(percent).hasValue("2,5");
    assertThat(percent).isFocused();
    assertThat(dialog()).hasCount(0);
    percent.fill("2.5");
    page.keyboard().press("Control+Enter");
    assertThat(fault()).isVisible();
    assertThat(dialog()).hasCount(0);
    percent.fill("25");
    percent.blur();
    assertThat(fault()).hasCount(0);

    page.getByLabel("Wer sie zuerst bekommt").selectOption("people");
    var people = page.locator("#first-wave whole-number input").first();
    people.fill("1.000");
    people.blur();
    assertThat(people).hasValue("1000");
    people.fill("1,000");
    people.blur();
    assertThat(fault()).isVisible();
    people.fill("3");
    page.locator("#text").focus();
    page.keyboard().press("Control+Enter");
    assertThat(dialog()).containsText("Zuerst geht sie an 3 Empfänger");
  }

  @Test
  void theDaysOfAReminderAreNotGuessed() {
    open("", "Neue Nachricht");
    choose("Crisis", "Crisis team");
    page.locator("#text").fill("Bitte bestätigen");
    page.locator("#acknowledge summary").click();
    page.locator("#acknowledge .tick input").first().check();
    page.getByLabel("Alle erinnern, die es nicht tun").check();
    var days = page.getByLabel("Tage danach").first();
    days.fill("1,5");
    days.blur();
    assertThat(fault()).hasText("Geben Sie eine ganze Zahl von 0 bis 365 ein.");
    days.fill("2");
    days.blur();
    assertThat(fault()).hasCount(0);
    assertThat(days).hasValue("2");
  }

  @Test
  void theNumberAboveWhichOneIsTypedIsTakenAsWritten() {
    open("#/people", "Personen");
    var above = page.getByLabel("Vor dem Senden die Zahl der Empfänger eintippen lassen");
    above.fill("2,5");
    button("Regeln speichern").click();
    assertThat(fault()).hasText("Geben Sie eine ganze Zahl von 0 bis 1.000.000 ein.");
    above.fill("1.000");
    button("Regeln speichern").click();
    assertThat(page.getByText("Regeln gespeichert.")).isVisible();
    page.reload();
    assertThat(above).hasValue("1000");
  }

  /** A former number would be kept unseen, which is sent from where the field is not shown. */
  @Test
  void aDraftIsNotSavedWithARefusedNumber() {
    writeToAFewFirst();
    button("Mehr zu dieser Nachricht").click();
    button("Als Entwurf speichern").click();
    assertThat(fault()).hasText("Geben Sie eine ganze Zahl von 1 bis 99 ein.");
    assertThat(percent()).isFocused();
    assertThat(page.locator(".toast")).hasCount(0);
    percent().fill("25");
    button("Mehr zu dieser Nachricht").click();
    button("Als Entwurf speichern").click();
    assertThat(page.locator(".toast")).isVisible();
  }

  /** A phone shows one side, and the field is on the other. */
  @Test
  void onAPhoneThePreviewGoesBackToARefusedNumber() {
    page.setViewportSize(390, 844);
    writeToAFewFirst();
    radio(Pattern.compile("^Vorschau$")).check();
    assertThat(percent()).isHidden();
    button("Prüfen und senden").click();
    assertThat(fault()).hasText("Geben Sie eine ganze Zahl von 1 bis 99 ein.");
    assertThat(percent()).isFocused();
    assertThat(dialog()).hasCount(0);
    radio(Pattern.compile("^Vorschau$")).check();
    button("Mehr zu dieser Nachricht").click();
    button("Als Entwurf speichern").click();
    assertThat(percent()).isFocused();
    percent().fill("25");
    to().fill("Somebody half typed");
    radio(Pattern.compile("^Vorschau$")).check();
    button("Mehr zu dieser Nachricht").click();
    button("Als Entwurf speichern").click();
    assertThat(to()).isFocused();
  }

  private void writeToAFewFirst() {
    open("", "Neue Nachricht");
    choose("Crisis", "Crisis team");
    page.locator("#text").fill("Zuerst an wenige");
    page.getByText("Zuerst an wenige senden").click();
    page.getByLabel("Wer sie zuerst bekommt").selectOption("percent");
    percent().fill("2,5");
  }

  private Locator percent() {
    return page.locator("#first-wave whole-number input").first();
  }

  private Locator fault() {
    return page.locator("whole-number .fault");
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }
}
