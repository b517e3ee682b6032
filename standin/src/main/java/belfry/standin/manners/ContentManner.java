package belfry.standin.manners;

import static belfry.standin.manners.Rewriting.eachWording;
import static belfry.standin.manners.Rewriting.markdownOnly;
import static belfry.standin.manners.Rewriting.without;

import java.text.Normalizer;

/**
 * What becomes of a message's words. Whether it does is settled for each message, so that looking
 * again changes nothing; some show in listings only, as the rest is what the platform keeps.
 */
public enum ContentManner implements Manner {
  MENTION_TAGS("mentions in the markdown come back as <spark-mention> tags", TextForms::tagged),
  NO_MARKDOWN(Shown.LISTED, "listings have no markdown", without("markdown")),
  TRIMMED_LINE_ENDS(
      "blanks at the ends of lines are gone",
      eachWording(text -> text.replaceAll("[ \\t]+(?=\\r?\\n|$)", ""))),
  CRLF("line ends become CR LF", eachWording(text -> text.replaceAll("\\r?\\n", "\r\n"))),
  TRAILING_NEWLINE("a line end comes after the last line", eachWording(text -> text + "\n")),
  OTHER_UNICODE_FORM(
      "letters with accents are taken apart (NFD)",
      eachWording(text -> Normalizer.normalize(text, Normalizer.Form.NFD))),
  COMPATIBLE_UNICODE_FORM(
      "ligatures, wide letters and superscripts become plain ones (NFKC)",
      eachWording(text -> Normalizer.normalize(text, Normalizer.Form.NFKC))),
  HTML_ESCAPED("< > & and quotes become entities", eachWording(TextForms::escaped)),
  HTML_STRIPPED("whatever looks like a tag is gone", eachWording(TextForms::stripped)),
  CIPHERTEXT(
      Shown.LISTED, "listings have encrypted words and an errors member", TextForms::encrypted),
  SMART_QUOTES("quotes, dashes and dots become typographic ones", eachWording(TextForms::smart)),
  LINKS_REWRITTEN("links lead through a scanner", eachWording(TextForms::safeLinks)),
  WHITESPACE_COLLAPSED(
      "several blanks and line ends become one blank",
      eachWording(text -> text.replaceAll("\\s+", " "))),
  TEXT_ONLY_PLAIN(Shown.LISTED, "listings have derived plain text only", TextForms::plainOnly),
  MARKDOWN_AS_HTML("the markdown member holds HTML", TextForms::markdownAsHtml),
  MARKDOWN_RESTYLED(
      "the same Markdown with other marks: __bold__, * for lists",
      markdownOnly(text -> text.replace("**", "__").replaceAll("(?m)^- ", "* "))),
  NBSP("blanks become no-break spaces", eachWording(text -> text.replace(' ', '\u00A0'))),
  ZERO_WIDTH(
      "an invisible mark goes before the words and behind each full stop",
      eachWording(text -> "\u200B" + text.replace(".", ".\u200B"))),
  EMOJI_SHORTCODES("emoji become names between colons", eachWording(TextForms::shortcodes)),
  LATIN_ONLY(
      "letters outside Latin-1 become question marks",
      eachWording(text -> text.replaceAll("[^\\x00-\\xFF]", "?"))),
  TEXT_SHORTENED(Shown.LISTED, 20, "listings end after so many characters", TextForms::shortened),
  DLP_REDACTED("words are replaced with a notice of data loss prevention", TextForms::redacted),
  DLP_FOOTER(
      "a notice is appended to the words",
      eachWording(text -> text + "\n\n---\nThis message was checked by your company's policy.")),
  BOT_BANNER(
      "a label of the sender's kind goes before the words",
      eachWording(text -> "[Automated message] " + text)),
  TOMBSTONE(
      Shown.LISTED,
      "listings keep the item and leave out what it said",
      without("text", "markdown", "html", "files", "attachments")),
  FILES_LEFT_OUT(Shown.LISTED, "listings do not name files", without("files"));

  private final Shown shown;
  private final long usual;
  private final String says;

  // A function without a state of its own.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Rewriting rewriting;

  /** Where it is to be seen. */
  private enum Shown {
    EVERYWHERE,
    LISTED
  }

  ContentManner(String says, Rewriting rewriting) {
    this(Shown.EVERYWHERE, 0, says, rewriting);
  }

  ContentManner(Shown shown, String says, Rewriting rewriting) {
    this(shown, 0, says, rewriting);
  }

  ContentManner(Shown shown, long usual, String says, Rewriting rewriting) {
    this.shown = shown;
    this.usual = usual;
    this.says = says;
    this.rewriting = rewriting;
  }

  public boolean isForListingsOnly() {
    return shown == Shown.LISTED;
  }

  public Rewriting rewriting() {
    return rewriting;
  }

  @Override
  public long usual() {
    return usual;
  }

  @Override
  public String says() {
    return says;
  }
}
