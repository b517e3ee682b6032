package belfry.simulator.messages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whatever somebody writes, no HTML of theirs reaches a browser. */
class MarkdownTest {
  /**
   * platform-api.md 4.1: a message has html made of its markdown; what beyond bold counts is ours.
   */
  @Test
  void showsWhatAMessengerShows() {
    assertThat(Markdown.html("# A\n\n**b** *i* `c`\n\n- 1\n- 2\n\n> q\n\n```\nx < y\n```"))
        .isEqualTo(
            """
            <h1>A</h1>
            <p><strong>b</strong> <em>i</em> <code>c</code></p>
            <ul>
            <li>1</li>
            <li>2</li>
            </ul>
            <blockquote>
            <p>q</p>
            </blockquote>
            <pre><code>x &lt; y
            </code></pre>\
            """);
  }

  /** Ours: nothing that somebody wrote runs on the pages. */
  @Test
  void rawHtmlComesOutAsText() {
    assertThat(Markdown.html("<script>alert(1)</script>")).doesNotContain("<script");
    assertThat(Markdown.html("a <img src=x onerror=alert(1)> b")).doesNotContain("<img");
    assertThat(Markdown.html("<@personId:x|<b onclick=1>>")).doesNotContain("<b ");
  }

  /** Ours: no link runs a script. */
  @Test
  void linksLeadOnlyToTheWeb() {
    assertThat(Markdown.html("[a](https://a.example)"))
        .contains("href=\"https://a.example\"", "rel=\"noopener noreferrer nofollow\"");
    assertThat(Markdown.html("[a](javascript:alert(1))")).doesNotContain("javascript");
    assertThat(Markdown.html("<javascript:alert(1)>")).doesNotContain("href=\"javascript");
    assertThat(Markdown.html("[a](data:text/html,x)")).doesNotContain("data:");
  }

  /** Ours, as it says. */
  @Test
  void picturesBecomeLinksSoThatAPageLoadsNothingFromElsewhere() {
    assertThat(Markdown.html("![a **b**](https://a.example/c.png)"))
        .doesNotContain("<img")
        .contains("href=\"https://a.example/c.png\"");
  }

  /** platform-api.md 4.1: the three forms of a mention. */
  @Test
  void mentionsAreNamedAndKnown() {
    var markdown = "<@personEmail:a@b.example> <@personId:X1|Ana Lopez> <@all>";

    assertThat(Markdown.plain(markdown)).isEqualTo("@a@b.example @Ana Lopez @All");
    assertThat(Markdown.mentions(markdown))
        .satisfies(it -> {
          assertThat(it.emails()).containsExactly("a@b.example");
          assertThat(it.ids()).containsExactly("X1");
          assertThat(it.all()).isTrue();
        });
  }
}
