package belfry.page;

import com.microsoft.playwright.Page;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Walks the widths of a window, and tells at which of them something does not fit. */
final class Widths {
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

  private Widths() {}

  /**
   * What does not fit, by the width.
   *
   * @param step in px, for narrow windows; wider ones take longer steps
   * @param unbroken what must be in one line
   * @param closed what nothing may stick out of
   */
  static Map<String, Object> misfits(Page page, int step, String unbroken, String closed) {
    var wrong = new LinkedHashMap<String, Object>();
    for (var width = WIDEST;
        width >= NARROWEST;
        width -= width > ROOMY ? WIDER_STEPS * step : step) {
      page.setViewportSize(width, HEIGHT);
      var found = page.evaluate(MISFITS, List.of(unbroken, closed));
      if (!"".equals(found)) {
        wrong.put(width + " px", found);
      }
    }
    return wrong;
  }
}
