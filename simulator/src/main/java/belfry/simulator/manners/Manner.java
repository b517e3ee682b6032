package belfry.simulator.manners;

import belfry.simulator.base.Operation;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.stream.Stream;

/**
 * One way in which an answer may differ from what a naive client expects; those further up are
 * applied first. The README of this module says what each does and what its number means.
 */
public enum Manner {
  OWN_HIDDEN("ownHidden", Kind.ITEM, Scope.LISTINGS, 0),

  MENTIONS_REWRITTEN("mentionsRewritten", Kind.CONTENT, Scope.MESSAGES, 1),
  BLANKS_TRIMMED("blanksTrimmed", Kind.CONTENT, Scope.MESSAGES, 1),
  MARKDOWN_MISSING("markdownMissing", Kind.CONTENT, Scope.MESSAGES, 0),
  CRLF("crlf", Kind.CONTENT, Scope.MESSAGES, 0),
  DECOMPOSED("decomposed", Kind.CONTENT, Scope.MESSAGES, 0),
  HTML_STRIPPED("htmlStripped", Kind.CONTENT, Scope.MESSAGES, 0),
  HTML_ESCAPED("htmlEscaped", Kind.CONTENT, Scope.MESSAGES, 0),
  CIPHERTEXT("ciphertext", Kind.CONTENT, Scope.MESSAGES, 0),
  CARD_MISSING("cardMissing", Kind.CONTENT, Scope.MESSAGES, 0),
  CARD_REWRITTEN("cardRewritten", Kind.CONTENT, Scope.MESSAGES, 1),

  AUTHOR_PADDED("authorPadded", Kind.ITEM, Scope.MESSAGES, 0),
  AUTHOR_BARE("authorBare", Kind.ITEM, Scope.MESSAGES, 0),
  AUTHOR_BY_EMAIL("authorByEmail", Kind.ITEM, Scope.MESSAGES, 0),

  STAMPS_OFF("stampsOff", Kind.ITEM, Scope.STAMPED, 30),
  CREATED_PLUS_0000("createdPlus0000", Kind.ITEM, Scope.MESSAGES, 0),
  CREATED_SPACED("createdSpaced", Kind.ITEM, Scope.MESSAGES, 0),
  CREATED_LOCAL("createdLocal", Kind.ITEM, Scope.MESSAGES, 2),
  CREATED_MILLIS("createdMillis", Kind.ITEM, Scope.MESSAGES, 0),
  LAST_ACTIVITY_MISSING("lastActivityMissing", Kind.ITEM, Scope.ROOMS, 0),
  LAST_ACTIVITY_NONSENSE("lastActivityNonsense", Kind.ITEM, Scope.ROOMS, 0),

  OLDEST_FIRST("oldestFirst", Kind.PAGES, Scope.LISTINGS, 0),
  PAGES_OF_ONE("pagesOfOne", Kind.PAGES, Scope.LISTS, 0),
  EMPTY_PAGES("emptyPages", Kind.PAGES, Scope.LISTS, 1),
  FALSELY_EMPTY("falselyEmpty", Kind.ANSWER, Scope.LISTINGS, 0),
  SECOND_PAGE_404("secondPage404", Kind.ANSWER, Scope.LISTINGS, 0),
  LISTING_HTML("listingHtml", Kind.ANSWER, Scope.LISTINGS, 0),
  LISTING_EMPTY_OBJECT("listingEmptyObject", Kind.ANSWER, Scope.LISTINGS, 0),
  LISTING_ERROR("listingError", Kind.ANSWER, Scope.LISTINGS, 0),
  LISTING_NO_CONTENT("listingNoContent", Kind.ANSWER, Scope.LISTINGS, 0),
  LISTING_TRUNCATED("listingTruncated", Kind.ANSWER, Scope.LISTINGS, 0),
  LISTING_404_HTML("listing404Html", Kind.ANSWER, Scope.LISTINGS, 0),
  LISTING_404_OTHER("listing404Other", Kind.ANSWER, Scope.LISTINGS, 0),

  ADDRESSEE_IN_FULL("addresseeInFull", Kind.ANSWER, Scope.SENDING, 0),
  ADDRESSEE_MISSING("addresseeMissing", Kind.ANSWER, Scope.SENDING, 0),
  ADDRESSEE_OTHER("addresseeOther", Kind.ANSWER, Scope.SENDING, 0),
  STORED_HTML("storedHtml", Kind.ANSWER, Scope.SENDING, 0),
  STORED_NO_CONTENT("storedNoContent", Kind.ANSWER, Scope.SENDING, 0),
  STORED_REFUSED("storedRefused", Kind.ANSWER, Scope.SENDING, 404),
  REFUSED_HTML("refusedHtml", Kind.INSTEAD, Scope.SENDING, 404),

  GROUPS_LEFT_OUT("groupsLeftOut", Kind.ANSWER, Scope.GROUPS, 1),
  GROUPS_HTML("groupsHtml", Kind.ANSWER, Scope.GROUPS, 0),
  MEMBERS_END_EARLY("membersEndEarly", Kind.ANSWER, Scope.MEMBERS, 1),
  MEMBERS_HTML("membersHtml", Kind.ANSWER, Scope.MEMBER_PAGES, 0),
  PEOPLE_HTML("peopleHtml", Kind.ANSWER, Scope.PEOPLE, 0),
  PEOPLE_404_HTML("people404Html", Kind.ANSWER, Scope.PEOPLE, 0),
  PEOPLE_OTHER("peopleOther", Kind.ANSWER, Scope.PEOPLE, 0),

  DATE_OFF("dateOff", Kind.DATE, Scope.EVERYTHING, 600),
  DATE_OFF_ON_ERRORS("dateOffOnErrors", Kind.DATE, Scope.EVERYTHING, 600),
  DATE_MISSING("dateMissing", Kind.DATE, Scope.EVERYTHING, 0),

  STRAY_429("stray429", Kind.STRAY, Scope.ALL_BUT_TOKENS, 2);

  /** Where on the way of a call a manner has its place. */
  enum Kind {
    /** In a message or a room; whether it has it depends on its id and so is the same each time. */
    ITEM,
    /** Like an item, but in the answer of the POST itself only if the number says so. */
    CONTENT,
    /** In how lists are cut into pages. */
    PAGES,
    /** In an answer as a whole. */
    ANSWER,
    /** In place of what the call would have done. */
    INSTEAD,
    /** In the Date header. */
    DATE,
    /** Before anything else. */
    STRAY
  }

  private final String label;
  private final Kind kind;
  private final Scope scope;
  private final long usualNumber;

  Manner(String label, Kind kind, Scope scope, long usualNumber) {
    this.label = label;
    this.kind = kind;
    this.scope = scope;
    this.usualNumber = usualNumber;
  }

  @JsonValue
  public String label() {
    return label;
  }

  Kind kind() {
    return kind;
  }

  boolean concerns(Operation operation) {
    return scope.has(operation);
  }

  long usualNumber() {
    return usualNumber;
  }

  @JsonCreator
  public static Manner of(String label) {
    return Stream.of(values())
        .filter(it -> it.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No manner is called " + label));
  }
}
