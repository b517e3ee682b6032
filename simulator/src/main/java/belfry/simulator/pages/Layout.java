package belfry.simulator.pages;

import belfry.simulator.base.Mix;
import belfry.simulator.wire.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/** What all pages share: the frame, the style sheet, the avatars. */
final class Layout {
  static final String STYLE_PATH = "/assets/pages.css";

  /**
   * Nothing from elsewhere and no script. There is no form-action: browsers apply it to the
   * redirect behind the consent form, too, and that leads to the portal.
   */
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none';"
          + " frame-ancestors 'none'";

  private static final byte[] STYLE = style();

  private Layout() {}

  static Answer page(int status, String title, Html head, Html body) {
    var page =
        Html.of(
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>{}</title>
            <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%236d5ae0'/%3E%3Cpath d='M9 12a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v4a4 4 0 0 1-4 4h-4l-4 4v-4.5A4 4 0 0 1 9 16z' fill='white'/%3E%3C/svg%3E">
            <link rel="stylesheet" href="{}">
            {}
            </head>
            {}
            </html>
            """,
            title, STYLE_PATH, head, body);
    return Answer.html(status, page.source())
        .with("Content-Security-Policy", POLICY)
        .with("X-Content-Type-Options", "nosniff")
        .with("Referrer-Policy", "no-referrer")
        .with("Cache-Control", "no-store");
  }

  static Answer trouble(int status, String text) {
    return page(
        status,
        "Simulator",
        Html.NOTHING,
        Html.of(
            """
            <body>
            {}
            <main class="start"><section class="card"><h1>{}</h1>
            <p><a href="/inbox">Look for somebody else</a></p></section></main>
            </body>
            """,
            header("inbox"),
            text));
  }

  static Answer styleSheet() {
    return Answer.of(200, "text/css;charset=UTF-8", STYLE).with("Cache-Control", "no-cache");
  }

  static Html header(String where) {
    return Html.of(
        """
        <header class="top">
          <a class="brand" href="/"><span class="mark" aria-hidden="true"></span>Simulator</a>
          <nav aria-label="Pages">
            <a href="/"{}>Start</a>
            <a href="/inbox"{}>Inboxes</a>
          </nav>
        </header>
        """,
        current(where.equals("start")),
        current(where.equals("inbox")));
  }

  private static Html current(boolean here) {
    return here ? new Html(" aria-current=\"page\"") : Html.NOTHING;
  }

  static Html avatar(String name, String kind) {
    return Html.of(
        "<span class=\"avatar of-{} hue{}\" aria-hidden=\"true\">{}</span>",
        kind,
        Mix.below(Mix.of(name.hashCode()), 12),
        kind.equals("space") ? "#" : initials(name));
  }

  /** The first letters of the first and the last word; the first character where there is one. */
  private static String initials(String name) {
    var words = name.strip().split("\\s+", -1);
    var first = firstLetter(words[0]);
    return words.length == 1 ? first : first + firstLetter(words[words.length - 1]);
  }

  private static String firstLetter(String word) {
    return word.isEmpty() ? "" : word.substring(0, word.offsetByCodePoints(0, 1));
  }

  private static byte[] style() {
    try (var file = Objects.requireNonNull(Layout.class.getResourceAsStream("pages.css"))) {
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("The style sheet cannot be read", e);
    }
  }
}
