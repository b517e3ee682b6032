package belfry.cli.persons;

import belfry.platform.ids.Identity;
import belfry.platform.ids.PlatformId;
import belfry.runs.recipients.Reasons;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Hides addresses, ids and mentions of everybody but one person in a text. */
final class OthersHidden {
  private static final String SOMEBODY = "(somebody else)";
  private static final String NAME = "name";

  static final Pattern MENTION =
      Pattern.compile(
          "<@person(?:Id|Email):([^|<>]*+)(?:\\|(?:[^<>]|<(?!@person))*+)?>",
          Pattern.CASE_INSENSITIVE);

  /** Also as links and HTML have it. */
  private static final String AT =
      Identity.FORMS_OF_AT.stream().collect(Collectors.joining("|", "(?:@|", ")"));

  /**
   * It begins where nothing of an address is before it, or where the last one ended: otherwise each
   * letter of a long word would be tried.
   */
  static final Pattern ADDRESS =
      Pattern.compile(
          "(?:\\G|(?<![\\p{L}\\p{N}._%+'-]))[\\p{L}\\p{N}._%+'-]+"
              + AT
              + "[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]++)++",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern ESCAPED =
      Pattern.compile(Identity.BEFORE_IN_LINK + "$", Pattern.CASE_INSENSITIVE);

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_+/-]{40,}={0,2}");

  private final Identity who;

  OthersHidden(Identity who) {
    this.who = who;
  }

  String in(String text) {
    var unmentioned = hidden(text, MENTION, mention -> isTheirs(mention.group(1)));
    var unaddressed = hidden(unmentioned, ADDRESS, address -> isTheirsInLink(address.group()));
    return hidden(
        unaddressed, ID, id -> isTheirs(id.group()) || !PlatformId.isOfPerson(id.group()));
  }

  /** A reason that is stored with a recipient names who decided about them, which may be others. */
  String inReason(String reason) {
    return Reasons.read(reason)
        .filter(phrase -> phrase.arguments().get(NAME) instanceof String)
        .filter(phrase -> !who.names().contains(phrase.arguments().get(NAME)))
        .map(phrase -> phrase.with(NAME, SOMEBODY).english())
        .orElseGet(() -> in(reason));
  }

  private static String hidden(String text, Pattern pattern, Predicate<MatchResult> stays) {
    return pattern
        .matcher(text)
        .replaceAll(
            found -> Matcher.quoteReplacement(stays.test(found) ? found.group() : SOMEBODY));
  }

  private boolean isTheirsInLink(String address) {
    var lower = address.toLowerCase(Locale.ROOT);
    return who.marks().stream()
        .filter(lower::endsWith)
        .map(mark -> lower.substring(0, lower.length() - mark.length()))
        .anyMatch(before -> before.isEmpty() || ESCAPED.matcher(before).find());
  }

  private boolean isTheirs(String addressOrId) {
    return who.emails().contains(addressOrId.toLowerCase(Locale.ROOT))
        || who.keys().contains(PlatformId.key(addressOrId))
        || who.ids().contains(addressOrId);
  }
}
