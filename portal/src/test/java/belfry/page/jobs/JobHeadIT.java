package belfry.page.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.testing.WinterDay;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What can be done with a job, on the smallest phone: all of it in one line, in each language. */
class JobHeadIT extends BrowserTest {
  private static final Map<String, String> MAIJA =
      Map.of("kind", "person", "email", "maija.salo@northwind.example");
  private static final Map<String, String> LARS =
      Map.of("kind", "person", "email", "lars.berg@northwind.example");

  private static final String LINES =
      """
      () => {
        const shown = [...document.querySelectorAll(".job-head .acts > .button")].map((one) => one.getBoundingClientRect());
        const apart = (one, other) => one.bottom <= other.top || other.bottom <= one.top;
        return {
          buttons: shown.length,
          fits: document.scrollingElement.scrollWidth <= innerWidth && shown.every(({ left, right }) => left >= 0 && right <= innerWidth),
          oneLine: !shown.some((one) => shown.some((other) => apart(one, other))),
        };
      }
      """;

  /** Jobs with the most to be done, by their state. */
  private Map<String, String> jobs() {
    var jobs = new LinkedHashMap<String, String>();
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403).withText("Blocked"))
                .to(Objects.requireNonNull(MAIJA.get("email"))));
    jobs.put("finished", startedJob("Some did not get it", List.of(LARS, MAIJA)));
    var later = draft("Sent later", List.of(LARS));
    api(
        "jobs/schedule",
        Map.of("jobId", later, "at", WinterDay.at("10:00"), "zone", "Europe/Helsinki"));
    jobs.put("scheduled", later);
    jobs.put("draft", draft("Not finished", List.of(LARS)));
    portal.simulator().limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(1, 1)));
    var paused = startedJob("Somebody waits", List.of(group("Engineering")));
    page.navigate(address("#/jobs/" + paused));
    assertThat(button("Pause")).isVisible();
    api("jobs/pause", Map.of("jobId", paused));
    jobs.put("paused", paused);
    jobs.put("sending", startedJob("It takes long", List.of(group("Engineering"))));
    return jobs;
  }

  private String draft(String markdown, List<Map<String, String>> audience) {
    var draft = api("jobs/edit", Map.of("markdown", markdown, "audience", audience));
    return (String) Objects.requireNonNull(draft.get("id"), draft::toString);
  }

  @Test
  void allActionsAreInOneLineOnTheSmallestPhone() {
    use(signedIn().setViewportSize(320, 700));
    open("#/jobs", "Jobs");
    var jobs = jobs();
    var wrong = new LinkedHashMap<String, Object>();
    for (var language : List.of("en", "es", "de")) {
      page.evaluate("one => localStorage.setItem('belfry.language', one)", language);
      jobs.forEach((state, job) -> {
        page.navigate("about:blank");
        page.navigate(address("#/jobs/" + job));
        assertThat(page.locator(".job-head .pill")).isVisible();
        if (state.equals("finished")) {
          assertThat(page.locator(".job-head .acts > .button")).hasCount(3);
        }
        var found = (Map<?, ?>) Objects.requireNonNull(page.evaluate(LINES));
        assertThat((Integer) found.get("buttons")).as(state).isGreaterThan(1);
        if (!Boolean.TRUE.equals(found.get("fits")) || !Boolean.TRUE.equals(found.get("oneLine"))) {
          wrong.put(language + ", " + state, found);
        }
      });
    }
    assertThat(wrong).isEmpty();
  }
}
