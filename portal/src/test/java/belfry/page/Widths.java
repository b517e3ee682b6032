package belfry.page;

import com.microsoft.playwright.Page;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Walks the widths of a window, and tells at which of them something does not fit. */
public final class Widths {
  private static final int HEIGHT = 700;
  private static final int WIDEST = 1600;
  private static final int NARROWEST = 320;

  /** Above 68 rem no style sheet has another rule, and all there is only gets more room. */
  private static final int ROOMY = 1120;

  private static final int WIDER_STEPS = 4;

  /**
   * What scrolls by itself may be wider inside; what is there for readers aloud only has no size.
   */
  private static final String MISFITS =
      """
      ([unbroken, closed]) => {
        const wide = document.scrollingElement.scrollWidth - innerWidth;
        const isHeld = (one) => {
          for (let box = one.parentElement; box; box = box.parentElement) {
            if (getComputedStyle(box).overflowX !== "visible") {
              return box.getBoundingClientRect().right <= innerWidth + 0.5;
            }
          }
          return false;
        };
        const all = (selector) => (selector ? [...document.querySelectorAll(selector)] : []);
        const out = all("main *, dialog[open], dialog[open] *").filter((one) => {
          const { left, right, width } = one.getBoundingClientRect();
          return width > 1 && (right > innerWidth + 0.5 || left < -0.5) && !isHeld(one);
        });
        const broken = all(unbroken).filter((one) => one.getClientRects().length > 1);
        const over = all(closed).filter((one) => one.scrollWidth > one.clientWidth + 1
          && one.clientWidth > 1 && getComputedStyle(one).display !== "inline");
        const named = (what, some) => some.length === 0 ? "" :
          `${what}: ${some.slice(0, 5).map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`)}; `;
        return (wide > 0 ? `${wide} px too wide; ` : "")
          + named("sticks out", out) + named("broken", broken) + named("overflows", over);
      }
      """;

  /** The widths that the style sheets name, in px. */
  private static final String NAMED =
      """
      () => {
        const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
        const named = rules.flatMap((rule) =>
          [...(rule.conditionText ?? "").matchAll(/width[^\\d)]*([\\d.]+)(rem|px)/g)]);
        return [...new Set(named.map(([, many, unit]) => Math.floor(many * (unit === "rem" ? 16 : 1))))];
      }
      """;

  private Widths() {}

  /**
   * What does not fit, by the width.
   *
   * @param step in px, for narrow windows; wider ones take longer steps. The widths that a style
   *     sheet names, and those beside them, are never left out.
   * @param unbroken what must be in one line
   * @param closed what nothing may stick out of
   */
  public static Map<String, Object> misfits(Page page, int step, String unbroken, String closed) {
    var wrong = new LinkedHashMap<String, Object>();
    for (var width : widths(page, step).descendingSet()) {
      page.setViewportSize(width, HEIGHT);
      var found = page.evaluate(MISFITS, List.of(unbroken, closed));
      if (!"".equals(found)) {
        wrong.put(width + " px", found);
      }
    }
    return wrong;
  }

  private static NavigableSet<Integer> widths(Page page, int step) {
    var widths = new TreeSet<Integer>();
    for (var width = WIDEST;
        width >= NARROWEST;
        width -= width > ROOMY ? WIDER_STEPS * step : step) {
      widths.add(width);
    }
    widths.add(NARROWEST);
    for (var named : (List<?>) page.evaluate(NAMED)) {
      for (var beside = -1; beside <= 1; beside++) {
        widths.add(((Number) named).intValue() + beside);
      }
    }
    return new TreeSet<>(widths.subSet(NARROWEST, true, WIDEST, true));
  }
}
