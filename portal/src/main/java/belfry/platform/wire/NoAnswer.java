package belfry.platform.wire;

import belfry.base.Clause;
import belfry.base.Phrase;
import java.util.List;

/** What came instead of a usable answer from the platform, in words for people. */
public final class NoAnswer {
  static final Phrase TIME_OUT = Phrase.of("answer.timeOut", "time-out");
  static final Phrase INTERRUPTED = Phrase.of("answer.interrupted", "interrupted");
  public static final Phrase STATUS = Phrase.of("answer.status", "status {{status, number}}");

  static final Phrase WITHOUT_JSON =
      Phrase.of("answer.withoutJson", "status {{status, number}} without JSON");
  static final Phrase OTHER_FORM =
      Phrase.of("answer.otherForm", "status {{status, number}} in a form that is not Webex's");
  static final Phrase OTHER_FORM_BECAUSE =
      Phrase.of(
          "answer.otherFormBecause",
          "status {{status, number}} in a form that is not Webex's: {{why}}");

  static final Phrase NO_OBJECT = Phrase.of("answer.noObject", "no JSON object");
  public static final Phrase NO_FIELD = Phrase.of("answer.noField", "no \"{{field}}\"");
  static final Phrase NO_LIST = Phrase.of("answer.noList", "no list of \"{{field}}\"");
  static final Phrase WITH_ERRORS = Phrase.of("answer.withErrors", "a list with errors");
  public static final Phrase OTHER_PEOPLE =
      Phrase.of("answer.otherPeople", "people who were not asked for");
  public static final Phrase NO_MESSAGE = Phrase.of("answer.noMessage", "no message");
  public static final Phrase TO_SOMEBODY_ELSE =
      Phrase.of("answer.toSomebodyElse", "a message to somebody else");
  public static final Phrase BY_SOMEBODY_ELSE =
      Phrase.of("answer.bySomebodyElse", "a message by somebody else");
  public static final Phrase OTHER_WORDS =
      Phrase.of("answer.otherWords", "a message with other words");
  public static final Phrase ON_RECORD =
      Phrase.of("answer.onRecord", "a message that is on record already");
  public static final Phrase OLDER_MESSAGE = Phrase.of("answer.olderMessage", "an older message");
  static final Phrase OLDER = Phrase.of("answer.older", "an answer that is older than the request");

  static final Phrase NO_NEXT_PAGE =
      Phrase.of("answer.noNextPage", "a next page that cannot be requested: {{address}}");
  public static final Phrase CHANGED =
      Phrase.of("answer.changed", "the list was changed again and again while it was being read");
  public static final Phrase CIRCLE = Phrase.of("answer.circle", "the pages go round in a circle");
  public static final Phrase TOO_MANY_PAGES =
      Phrase.of("answer.tooManyPages", "more than {{most, number}} pages follow one another");
  static final Phrase LATER_PAGE =
      Phrase.of("answer.laterPage", "page {{page, number}} of a list: {{why}}");

  public static final Phrase GROUPS_END_EARLY =
      Phrase.of(
          "answer.groupsEndEarly",
          "the list of groups ends after {{read, number}} of {{total, number}}");

  private static final Phrase ABSENT =
      Phrase.of("answer.absent", "Webex cannot find it: {{words}}");
  private static final Phrase DENIED =
      Phrase.of("answer.denied", "Webex refused ({{status}}): {{words}}");
  private static final Phrase THROTTLED =
      Phrase.of(
          "answer.throttled",
          "Webex limits how often it may be asked. Try again in {{seconds, number}} s");
  private static final Phrase UNREADABLE =
      Phrase.of("answer.unreadable", "Webex's answer could not be understood: {{why}}");
  private static final Phrase UNREACHABLE =
      Phrase.of("answer.unreachable", "Webex did not answer: {{why}}");

  /** All of them; if a text fits several, the more specific one comes first. */
  public static final List<Phrase> ALL =
      List.of(
          TIME_OUT,
          INTERRUPTED,
          STATUS,
          WITHOUT_JSON,
          OTHER_FORM,
          OTHER_FORM_BECAUSE,
          NO_OBJECT,
          NO_LIST,
          NO_FIELD,
          WITH_ERRORS,
          OTHER_PEOPLE,
          NO_MESSAGE,
          TO_SOMEBODY_ELSE,
          BY_SOMEBODY_ELSE,
          OTHER_WORDS,
          ON_RECORD,
          OLDER_MESSAGE,
          OLDER,
          NO_NEXT_PAGE,
          CIRCLE,
          CHANGED,
          TOO_MANY_PAGES,
          LATER_PAGE,
          GROUPS_END_EARLY,
          ABSENT,
          DENIED,
          THROTTLED,
          UNREADABLE,
          UNREACHABLE);

  private NoAnswer() {}

  /**
   * Whether the platform answered a question about somebody with other people. Asking it again
   * hardly helps.
   */
  public static boolean isOtherPeople(Phrase why) {
    return why.code().equals(OTHER_PEOPLE.code())
        || why.arguments().values().stream()
            .anyMatch(part -> part instanceof Phrase one && isOtherPeople(one));
  }

  /** Whether a list was changed while it was read, so that reading it again helps. */
  public static boolean isChanged(Phrase why) {
    return why.code().equals(CHANGED.code());
  }

  /** Why there is no value. */
  static Phrase of(Response<?> answer) {
    return switch (answer) {
      case Response.Got<?> _ -> Phrase.quoted("");
      case Response.Absent<?>(var words) -> ABSENT.with("words", Clause.of(words));
      case Response.Denied<?>(var status, var words) ->
          DENIED.with("status", status, "words", Clause.of(words));
      case Response.Throttled<?>(var rest) ->
          THROTTLED.with("seconds", Math.max(1, rest.plusMillis(999).toSeconds()));
      case Response.Unreadable<?>(var why) when isChanged(why) -> why;
      case Response.Unreadable<?>(var why) -> UNREADABLE.with("why", why);
      case Response.Unreachable<?>(var why) -> UNREACHABLE.with("why", why);
    };
  }
}
