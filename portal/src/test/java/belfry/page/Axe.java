package belfry.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What axe finds in a page, once its colours have stopped changing. It is put into the page once;
 * AxeBuilder, which also looks into frames, would open another page for each look.
 */
public final class Axe {
  private static final String SOURCE = source();
  private static final String RUN =
      """
      async ([part, by, values]) => {
        const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
        await Promise.allSettled(moving.map((one) => one.finished));
        const only = by ? { runOnly: { type: by, values } } : {};
        const { violations } = await axe.run(part || document, { resultTypes: ["violations"], ...only });
        return Object.fromEntries(
          violations.map(({ id, nodes }) =>
            [id, nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\\n")]));
      }
      """;

  private Axe() {}

  /** The rules that are broken, of those that axe applies by itself, each with where and how. */
  public static Map<String, String> violations(Page page) {
    return run(page, "", "", List.of());
  }

  /** Those of the rules with any of these tags, in the part with this selector; "" is the page. */
  public static Map<String, String> ofTags(Page page, String part, List<String> tags) {
    return run(page, part, "tag", tags);
  }

  /** Those of these rules. */
  public static Map<String, String> ofRules(Page page, String part, List<String> rules) {
    return run(page, part, "rule", rules);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, String> run(Page page, String part, String by, List<String> values) {
    if (!Boolean.TRUE.equals(page.evaluate("() => 'axe' in window"))) {
      page.evaluate(SOURCE);
    }
    var found = page.evaluate(RUN, List.of(part, by, values));
    return new HashMap<>((Map<String, String>) Objects.requireNonNull(found));
  }

  private static String source() {
    try (var file = AxeBuilder.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
