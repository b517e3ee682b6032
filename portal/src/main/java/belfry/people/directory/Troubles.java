package belfry.people.directory;

import belfry.base.Phrase;
import java.util.List;
import java.util.Optional;

/** Why an audience cannot be resolved or may be incomplete, in words for people. */
public final class Troubles {
  public static final Phrase NO_TOKEN =
      Phrase.of("directory.noToken", "the directory does not issue a token");
  public static final Phrase GROUP_GONE =
      Phrase.of("directory.groupGone", "the directory no longer has this group");
  public static final Phrase NOBODY_LISTED =
      Phrase.of("directory.nobodyListed", "the directory lists nobody");
  public static final Phrase COPY_BROKE_OFF =
      Phrase.of("directory.brokeOff", "the copy was interrupted");

  public static final Phrase LIST_BEING_READ =
      Phrase.of("directory.listBeingRead", "the list of groups is still being read");
  public static final Phrase BEING_READ =
      Phrase.of(
          "directory.beingRead",
          "the directory is still being read. Until that is done, type the first name or the whole e-mail address");
  public static final Phrase NOT_READ =
      Phrase.of(
          "directory.notRead",
          "the directory could not be read. Type the first name or the whole e-mail address");

  static final Phrase NOT_ASKED_YET = Phrase.of("lookUp.notAskedYet", "not asked yet");
  static final Phrase KNOWN_AND_DENIED =
      Phrase.of(
          "lookUp.knownAndDenied", "Webex does not know {{email}} either, which certainly exists");
  static final Phrase NO_BOT = Phrase.of("lookUp.noBot", "Webex does not say who the bot is");

  public static final Phrase GROUPS_NOT_READ =
      Phrase.of(
          "expansion.groupsNotRead",
          "the list of groups cannot be read from the directory, so it is unknown whether {{group}} still exists");
  public static final Phrase MEMBERS_NOT_READ =
      Phrase.of(
          "expansion.membersNotRead",
          "the members of the group {{group}} cannot be read from the directory");
  public static final Phrase.Counted NOT_LOOKED_UP =
      Phrase.Counted.of(
          "expansion.notLookedUp",
          "{{count, number}} address could not be looked up: {{why}}",
          "{{count, number}} addresses could not be looked up: {{why}}");

  public static final Phrase MEMBERS_BEING_READ =
      Phrase.of(
          "expansion.membersBeingRead",
          "the members of the group {{group}} are being read from the directory, {{read, number}} so far");
  public static final Phrase OLDER_COPY =
      Phrase.of(
          "expansion.olderCopy",
          "The members of {{group}} are an older copy: the directory did not answer.");
  public static final Phrase MEMBERS_CHANGING =
      Phrase.of(
          "expansion.membersChanging",
          "the members of the group {{group}} are changed again and again while they are read from the directory");
  public static final Phrase OLDER_COPY_CHANGING =
      Phrase.of(
          "expansion.olderCopyChanging",
          "The members of {{group}} are an older copy: they were changed again and again while they were read.");
  public static final Phrase FOUND_BEFORE =
      Phrase.of(
          "expansion.foundBefore",
          "Webex did not say whose some addresses are now, so it goes by what it said of them within the week before.");
  public static final Phrase NO_LONGER_THERE =
      Phrase.of("expansion.noLongerThere", "The group {{group}} no longer exists.");
  public static final Phrase LISTED_IN_PART =
      Phrase.of(
          "expansion.listedInPart",
          "The directory lists {{listed, number}} members of {{group}} but reports {{more, number}} more.");

  public static final Phrase READ_ANEW =
      Phrase.of("expansion.readAnew", "the members of a group were refreshed in the meantime");
  public static final Phrase NOT_THERE_TO_LEAVE_OUT =
      Phrase.of(
          "expansion.notThereToLeaveOut",
          "The group {{group}}, which was to be left out, no longer exists.");

  public static final Phrase AUDIENCE_GONE =
      Phrase.of("expansion.audienceGone", "The saved audience {{audience}} no longer exists.");
  public static final Phrase LIST_GONE =
      Phrase.of("expansion.listGone", "The list {{list}} no longer exists.");
  public static final Phrase EARLIER_GONE =
      Phrase.of(
          "expansion.earlierGone",
          "The message {{message}}, whose recipients were chosen, no longer exists.");
  public static final Phrase NO_LIST_TO_LEAVE_OUT =
      Phrase.of(
          "expansion.noListToLeaveOut",
          "The list {{list}}, which was to be left out, no longer exists.");

  private static final Phrase NOT_SAID =
      Phrase.of(
          "expansion.notSaid",
          "Webex does not say whose these addresses are, so nothing is sent to them: {{emails}}."
              + " Check them, or write to these people at another address.");
  private static final Phrase NOT_SAID_TO_LEAVE_OUT =
      Phrase.of(
          "expansion.notSaidToLeaveOut",
          "Webex does not say whose these addresses are, which were to be left out: {{emails}}.");

  private static final Phrase NOW_OTHERS =
      Phrase.of(
          "expansion.nowOthers",
          "These addresses are other people's by now than when somebody agreed to it: {{emails}}.");

  private static final Phrase NOW_LEFT_OUT =
      Phrase.of(
          "expansion.nowLeftOut",
          "By these addresses, Except leaves out other people than when somebody agreed to it:"
              + " {{emails}}.");

  private static final Phrase NOW_SAID =
      Phrase.of(
          "expansion.nowSaid",
          "Lists say something else of these people by now than when somebody agreed to it:"
              + " {{emails}}.");

  /** Somebody changed them between the press and the start. */
  public static final Phrase NOW_CHOSEN =
      Phrase.of(
          "expansion.nowChosen",
          "Its groups or saved audiences name others by now than when somebody agreed to it.");

  private static final int NAMED = 5;
  private static final Phrase NOBODY_TO_LEAVE_OUT =
      Phrase.of(
          "expansion.nobodyToLeaveOut",
          "Webex finds nobody in your organization with these addresses, which were to be left out:"
              + " {{emails}}.");
  private static final Phrase MORE_THAN_THAT =
      Phrase.of(
          "expansion.nobodyToLeaveOutAndMore",
          "Webex finds nobody in your organization with these addresses, which were to be left out:"
              + " {{emails}} and {{more, number}} more.");

  /** The phrases that runs store; if a text fits several, the more specific one comes first. */
  public static final List<Phrase> KEPT =
      List.of(
          NO_TOKEN,
          GROUP_GONE,
          NOBODY_LISTED,
          COPY_BROKE_OFF,
          NOT_ASKED_YET,
          KNOWN_AND_DENIED,
          NO_BOT,
          GROUPS_NOT_READ,
          MEMBERS_NOT_READ,
          MEMBERS_BEING_READ,
          MEMBERS_CHANGING,
          NOT_LOOKED_UP.one(),
          NOT_LOOKED_UP.other(),
          OLDER_COPY,
          OLDER_COPY_CHANGING,
          FOUND_BEFORE,
          READ_ANEW,
          NOT_THERE_TO_LEAVE_OUT,
          NO_LONGER_THERE,
          NO_LIST_TO_LEAVE_OUT,
          LIST_GONE,
          AUDIENCE_GONE,
          MORE_THAN_THAT,
          NOBODY_TO_LEAVE_OUT,
          NOT_SAID,
          NOT_SAID_TO_LEAVE_OUT,
          NOW_OTHERS,
          NOW_LEFT_OUT,
          NOW_SAID,
          NOW_CHOSEN,
          LISTED_IN_PART);

  private Troubles() {}

  /** The group of which this says that the directory lists only some; empty if it says other. */
  public static Optional<String> listedInPart(Phrase doubt) {
    return doubt.code().equals(LISTED_IN_PART.code())
        ? Optional.of(String.valueOf(doubt.arguments().get("group")))
        : Optional.empty();
  }

  /** Nobody is written to at these addresses; the first few are named. */
  public static Phrase notSaid(List<String> emails) {
    return NOT_SAID.with("emails", named(emails));
  }

  /** Nobody is left out by these addresses. */
  public static Phrase notSaidToLeaveOut(List<String> emails) {
    return NOT_SAID_TO_LEAVE_OUT.with("emails", named(emails));
  }

  /** Somebody else would get it at these addresses; the first few are named. */
  public static Phrase nowOthers(List<String> emails) {
    return NOW_OTHERS.with("emails", named(emails));
  }

  /** Except leaves out somebody by these of whom that was not said; the first few are named. */
  public static Phrase nowLeftOut(List<String> emails) {
    return NOW_LEFT_OUT.with("emails", named(emails));
  }

  /** Their values would be others; the first few are named. */
  public static Phrase nowSaid(List<String> emails) {
    return NOW_SAID.with("emails", named(emails));
  }

  private static String named(List<String> emails) {
    var named = String.join(", ", emails.stream().limit(NAMED).toList());
    return emails.size() <= NAMED ? named : named + " …";
  }

  /** These addresses are not found; the first few are named. */
  public static Phrase nobodyToLeaveOut(List<String> emails) {
    var named = String.join(", ", emails.stream().limit(NAMED).toList());
    return emails.size() <= NAMED
        ? NOBODY_TO_LEAVE_OUT.with("emails", named)
        : MORE_THAN_THAT.with("emails", named, "more", emails.size() - NAMED);
  }
}
