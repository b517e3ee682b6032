package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.page.HeldAnswers;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a key or a click takes belongs to the letters that are in the field. Time stands still but
 * for what the test lets pass, and answers come when it says.
 */
class ChoosingIT extends BrowserTest {
  private static final int STEPS = 250;
  private static final String PEOPLE = "user/people/find";
  private static final String GROUPS = "user/groups/find";

  /** Longer than anybody's pause between two keys, and than a question waits for the one before. */
  private static final int LONG = 2_500;

  private @Nullable HeldAnswers held;

  private void hold() {
    expectComplaint("status of 503");
    expectComplaint("status of 429");
    expectComplaint("net::ERR_FAILED");
    HeldAnswers.install(page);
  }

  private void write() {
    hold();
    open("", "New message");
    held = HeldAnswers.stand(page, 3);
    to().click();
    pass(10);
  }

  private void pass(int millis) {
    page.clock().runFor(millis);
  }

  private Locator chips() {
    return page.locator(".chip");
  }

  private Locator note() {
    return page.locator(".suggestions .note");
  }

  private Locator option(String letters) {
    return page.getByRole(
        AriaRole.OPTION, new Page.GetByRoleOptions().setName(HeldAnswers.found(letters)));
  }

  // To ------------------------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(ints = {0, 40, 119, 121, 300, 700, 1_000, 1_500, 2_000})
  void enterTakesNothingThatWasFoundForFewerLetters(int gap) {
    write();
    held().answer("", "user/groups/list", 2);
    assertThat(option("")).hasCount(2);
    // A question waits a while for all that was asked before.
    held().finished("user/spaces/list", "user/audiences/list");
    page.keyboard().type("c");
    pass(gap);
    if (gap > 120) {
      // It is given up with the next one, also on its way here.
      held().arrived("c", 3);
    }
    page.keyboard().type("r");
    pass(gap);
    page.keyboard().press("Enter");
    assertThat(chips()).hasCount(0);
    assertThat(note()).hasText("Still searching for “cr”. If there is one match, it is chosen.");
    pass(LONG);
    if (gap > 120) {
      held().answer("c", GROUPS, 1);
      pass(LONG);
      assertThat(chips()).hasCount(0);
    }

    held().answer("cr", GROUPS, 1);

    assertThat(chips()).hasCount(1);
    assertThat(chips()).containsText("‹cr›");
    assertThat(to()).hasValue("");
  }

  @Test
  void aKeyThatWaitsTakesNobodyWhereSeveralAreMeantAndTheNextOneTakesWhatIsMarked() {
    write();
    page.keyboard().type("lars");
    page.keyboard().press("Enter");
    pass(LONG);
    held().answer("lars", PEOPLE, 3);

    assertThat(note()).hasText("Nothing chosen yet: choose one of these.");
    assertThat(chips()).hasCount(0);
    page.keyboard().press("ArrowDown");
    var marked = page.locator("[role=option][aria-selected=true] .words").textContent();
    page.keyboard().press(",");
    assertThat(chips()).containsText(marked);
  }

  @Test
  void whatComesLateMovesNothingThatIsMarkedAndNothingFoundForOtherLettersCanBeClicked() {
    write();
    page.keyboard().type("m");
    pass(LONG);
    held().about("m", 3);
    var people = held().open().stream().filter(one -> one.what().equals(PEOPLE)).toList();
    people.forEach(one -> held().answer(one, 2));
    assertThat(option("m")).hasCount(2);
    page.keyboard().press("ArrowDown");
    page.keyboard().press("ArrowDown");
    var marked = page.locator("[role=option][aria-selected=true] .words");
    var second = marked.textContent();
    List.copyOf(held().open())
        .forEach(one -> held().answer(one, one.what().equals(GROUPS) ? 4 : 0));
    assertThat(option("m")).hasCount(6);
    assertThat(marked).hasText(second);

    page.keyboard().type("a");
    assertThat(option("m").first()).isDisabled();
    assertThat(page.locator("#to-suggestions")).hasAttribute("aria-busy", "true");
    option("m").first().dispatchEvent("click");
    assertThat(chips()).hasCount(0);
    page.keyboard().press("Backspace");
    pass(LONG);
    held().answer("m", PEOPLE, 1);
    option("m").first().click();
    assertThat(chips()).containsText("‹m›");
  }

  @Test
  void anAnswerThatFailsOrIsLostTakesNothingAndIsSaid() {
    write();
    page.keyboard().type("ann");
    page.keyboard().press("Enter");
    pass(LONG);
    held().take("ann").forEach(HeldAnswers.Asked::fail);
    assertThat(note())
        .hasText(
            "Nothing was chosen. Not everything could be searched: The database does not answer.");
    page.keyboard().type("a");
    page.keyboard().press("Enter");
    pass(LONG);
    var asked = held().take("anna");
    held().answer(asked.getFirst(), 1);
    asked.stream().skip(1).forEach(HeldAnswers.Asked::lose);
    assertThat(note()).containsText("Nothing was chosen. Not everything could be searched");
    page.keyboard().press("Enter");
    assertThat(chips()).hasCount(0);

    page.keyboard().press("ArrowDown");
    page.keyboard().press("Enter");
    assertThat(chips()).containsText("‹anna›");
  }

  @Test
  void furtherLettersCancelAKeyThatWaitsAndAnEmptyFieldMeansNobody() {
    write();
    held().answer("", "user/groups/list", 1);
    assertThat(option("")).hasCount(1);
    page.keyboard().press("Enter");
    page.keyboard().type("  ");
    page.keyboard().press("Enter");
    pass(LONG);
    assertThat(chips()).hasCount(0);
    to().fill("ma");
    page.keyboard().press("Enter");
    pass(200);
    page.keyboard().type("r");
    pass(LONG);
    held().answer("ma", PEOPLE, 1);
    held().answer("mar", PEOPLE, 1);
    assertThat(option("mar")).hasCount(1);
    assertThat(chips()).hasCount(0);
    assertThat(to()).hasValue("mar");
  }

  @Test
  void whatComesIntoTheFieldWithoutAKeyIsAskedAboutAndAWordThatIsComposedChoosesNothing() {
    write();
    page.keyboard().type("q");
    pass(LONG);
    held().answer("q", PEOPLE, 1);
    assertThat(option("q")).hasCount(1);
    to().evaluate("(field) => (field.value = 'quinn')");
    page.keyboard().press("Enter");
    assertThat(chips()).hasCount(0);
    pass(LONG);
    held().answer("quinn", PEOPLE, 1);
    assertThat(chips()).containsText("‹quinn›");

    to().fill("ko");
    pass(LONG);
    held().answer("ko", PEOPLE, 1);
    assertThat(option("ko")).hasCount(1);
    to().evaluate(
            """
            (field) => field.dispatchEvent(
              new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }))
            """);
    assertThat(chips()).hasCount(1);
  }

  /** Too many questions of one's own are no fault of what was typed. */
  @Test
  void aQuestionThatCameTooEarlyIsAskedAgainByItself() {
    write();
    page.keyboard().type("kim");
    page.keyboard().press("Enter");
    pass(LONG);
    held().take("kim").forEach(HeldAnswers.Asked::refuseAsTooMany);
    page.waitForCondition(() -> {
      pass(500);
      return held().open().stream().anyMatch(one -> one.letters().equals("kim"));
    });
    assertThat(note()).containsText("Still searching");
    held().answer("kim", PEOPLE, 1);
    assertThat(chips()).containsText("‹kim›");
  }

  // Any order of keys and answers ----------------------------------------------------------------

  @Test
  void inAnyOrderOfKeysAndAnswersToTakesOnlyWhatTheLettersFound() {
    write();
    walk(to(), new Random(40));
  }

  @Test
  void inAnyOrderOfKeysAndAnswersARecallTakesOnlyWhatTheLettersFound() {
    hold();
    open("#/jobs", "Jobs");
    var id = startedJob("Recalled by chance", List.of(group("Crisis team")));
    page.navigate(address("#/jobs/" + id));
    assertThat(jobState()).hasText("Done");
    button("More actions for this job").click();
    button("Recall…").click();
    page.locator("dialog[open]").getByText("Only some people or groups").click();
    held = HeldAnswers.stand(page, 2);
    walk(page.locator("dialog[open] #to"), new Random(41));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> look(Locator field) {
    return (Map<String, Object>)
        Objects.requireNonNull(
            field.evaluate(
                """
                (field) => {
                  const picker = field.closest("audience-picker");
                  const words = (which) => [...picker.querySelectorAll(which)].map((one) => one.textContent);
                  return {
                    letters: field.value.trim(),
                    chips: words(".chip .name"),
                    marked: words("[aria-selected=true] .words"),
                    options: words("[role=option]").length,
                  };
                }
                """));
  }

  private void walk(Locator field, Random random) {
    field.click();
    var before = look(field);
    var taken = 0;
    var waited = 0;
    for (var step = 0; step < STEPS; step++) {
      var did = step(field, before, random);
      var after = look(field);
      var fresh = new ArrayList<>(chips(after));
      fresh.removeAll(chips(before));
      var marked = (List<?>) seen(before, "marked");
      for (var chip : fresh) {
        assertThat(chip)
            .as("step %d, %s, with %s", step, did, before)
            .contains(HeldAnswers.found((String) seen(before, "letters")));
        if (did.startsWith("press") && !marked.isEmpty()) {
          assertThat(marked).as("step %d, %s", step, did).isEqualTo(List.of(chip));
        }
        taken++;
        waited += did.startsWith("answer") ? 1 : 0;
      }
      before = after;
    }
    assertThat(taken).as("how many were chosen").isGreaterThan(STEPS / 50);
    assertThat(waited).as("how many of them by a key that waited").isPositive();
  }

  @SuppressWarnings("unchecked")
  private static List<String> chips(Map<String, Object> look) {
    return (List<String>) seen(look, "chips");
  }

  private static Object seen(Map<String, Object> look, String what) {
    return requireNonNull(look.get(what), what);
  }

  private HeldAnswers held() {
    return requireNonNull(held);
  }

  private String step(Locator field, Map<String, Object> now, Random random) {
    var open = held().open();
    return switch (random.nextInt(24)) {
      case 0 -> {
        page.keyboard().type(random.nextBoolean() ? "a" : "b");
        yield "type";
      }
      case 1 -> {
        page.keyboard().press("Backspace");
        yield "back";
      }
      case 2, 3, 4, 5, 6 -> {
        page.keyboard().press("Enter");
        yield "press Enter";
      }
      case 7 -> {
        page.keyboard().press(random.nextBoolean() ? "," : ";");
        yield "press a separator";
      }
      case 8 -> {
        page.keyboard().press(random.nextBoolean() ? "ArrowDown" : "ArrowUp");
        yield "arrow";
      }
      case 9, 10 -> {
        var at = random.nextInt(Math.max(1, (Integer) seen(now, "options")));
        field.evaluate(
            "(field, at) => field.closest('audience-picker').querySelectorAll('[role=option]')[at]?.click()",
            at);
        yield "click " + at;
      }
      case 11 -> {
        page.keyboard().press("Tab");
        field.click();
        yield "leave";
      }
      case 12 -> {
        if (!open.isEmpty()) {
          held().answer(open.get(random.nextInt(open.size())), random.nextInt(3));
          pass(1);
        }
        yield "answer";
      }
      case 13, 14, 15, 16 -> {
        pass(random.nextBoolean() ? 1_200 : 1);
        look(field);
        List.copyOf(open).stream()
            .filter(one -> one.letters().equals(now.get("letters")))
            .forEach(one ->
                held().answer(one, one.what().equals(GROUPS) || random.nextInt(4) == 0 ? 1 : 0));
        pass(1);
        yield "answer all";
      }
      case 17 -> {
        if (!open.isEmpty()) {
          var one = open.remove(random.nextInt(open.size()));
          if (random.nextBoolean()) {
            one.fail();
          } else {
            one.lose();
          }
          pass(1);
        }
        yield "answer with a failure";
      }
      default -> {
        pass(List.of(20, 130, 500, 1_100).get(random.nextInt(4)));
        yield "time";
      }
    };
  }
}
