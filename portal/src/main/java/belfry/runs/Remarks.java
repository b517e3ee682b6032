package belfry.runs;

import belfry.base.Phrase;
import belfry.base.PhraseBook;
import belfry.people.directory.Troubles;
import belfry.platform.wire.NoAnswer;
import belfry.runs.recipients.Reasons;
import belfry.runs.recipients.Tally;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The notes of a run, and the question that pauses it. They are stored in English, and read back so
 * that the page can show them in the reader's language.
 */
public final class Remarks {
  public static final Phrase CANNOT_BEGIN =
      Phrase.of(
          "run.cannotBegin", "It cannot begin yet: {{why}}. It is tried again every half minute.");
  public static final Phrase PREPARED = Phrase.of("run.prepared", "It is being prepared: {{why}}.");
  public static final Phrase UNSOUND =
      Phrase.of(
          "run.unsound",
          "Its counts do not match its recipients, so it was set aside. Please report this.");

  public static final Phrase REMINDED_NO_MORE =
      Phrase.of(
          "run.remindedNoMore",
          "The last day for reminders has passed, so nobody else is reminded.");

  public static final Phrase.Counted EXCEPTED =
      Phrase.Counted.of(
          "run.excepted",
          "{{count, number}} person is left out as agreed, though Except does not name them any more.",
          "{{count, number}} people are left out as agreed, though Except does not name them any more.");

  public static final Phrase NOT_READABLE =
      Phrase.of("run.notReadable", "this version of Belfry cannot read the {{what}}");

  public static final Phrase NAMES_NOT_TOLD =
      Phrase.of("run.namesNotTold", "Webex does not provide people's names: {{why}}");

  public static final Phrase MAY_NOT_SEND =
      Phrase.of("notice.mayNotSend", "Whoever scheduled it may not send any more.");

  private static final Phrase.Counted LEFT_OUT =
      Phrase.Counted.of(
          "run.leftOut",
          "{{count, number}} person does not get it: {{why}}",
          "{{count, number}} people do not get it: {{why}}");
  private static final Phrase FEWER =
      Phrase.of(
          "run.fewer",
          "It would go to {{reached, number}}, but it was meant for {{confirmed, number}}.");
  private static final Phrase FEWER_THAN_LAST_TIME =
      Phrase.of(
          "run.fewerThanLastTime",
          "It would go to {{reached, number}}, but last time it went to {{confirmed, number}}.");
  private static final Phrase NOBODY =
      Phrase.of("run.nobody", "It would go to nobody, but it was meant for {{confirmed, number}}.");
  private static final Phrase NOBODY_THIS_TIME =
      Phrase.of(
          "run.nobodyThisTime",
          "It would go to nobody, but last time it went to {{confirmed, number}}.");
  private static final Phrase.Counted NO_ACCOUNT =
      Phrase.Counted.of(
          "run.noAccount",
          "{{count, number}} address was not found in your organization.",
          "{{count, number}} addresses were not found in your organization.");

  private static final Phrase WAVE_THROUGH =
      Phrase.of(
          "run.waveThrough",
          "The first wave is over: {{sent, number}} delivered, {{failed, number}} failed, {{held, number}} unsure.");
  private static final Phrase WAVE_THROUGH_SURELY =
      Phrase.of(
          "run.waveThroughSurely",
          "The first wave is over: {{sent, number}} delivered, {{failed, number}} failed.");
  private static final Phrase WAVE_STOPPED =
      Phrase.of(
          "run.waveStopped",
          "It stopped by itself: {{failed, number}} of {{tried, number}} failed, {{held, number}} unsure. That is more than {{percent, number}} % of the first wave of {{size, number}}.");
  private static final Phrase WAVE_STOPPED_SURELY =
      Phrase.of(
          "run.waveStoppedSurely",
          "It stopped by itself: {{failed, number}} of {{tried, number}} failed. That is more than {{percent, number}} % of the first wave of {{size, number}}.");

  private static final PhraseBook BOOK =
      new PhraseBook(
          Stream.of(
                  List.of(
                      CANNOT_BEGIN,
                      PREPARED,
                      UNSOUND,
                      REMINDED_NO_MORE,
                      EXCEPTED.one(),
                      EXCEPTED.other(),
                      NAMES_NOT_TOLD,
                      NOT_READABLE,
                      MAY_NOT_SEND,
                      LEFT_OUT.one(),
                      LEFT_OUT.other(),
                      FEWER,
                      FEWER_THAN_LAST_TIME,
                      NOBODY,
                      NOBODY_THIS_TIME,
                      NO_ACCOUNT.one(),
                      NO_ACCOUNT.other(),
                      WAVE_THROUGH,
                      WAVE_THROUGH_SURELY,
                      WAVE_STOPPED,
                      WAVE_STOPPED_SURELY),
                  Troubles.KEPT,
                  Reasons.OF_LEAVING_OUT,
                  NoAnswer.ALL)
              .flatMap(List::stream)
              .toList());

  private Remarks() {}

  /**
   * It would go to fewer recipients than somebody confirmed.
   *
   * @param lastTime whether {@code confirmed} is the number it went to the last time
   * @param skipped how many addresses were not found
   */
  public static List<Phrase> fewer(long reached, long confirmed, boolean lastTime, long skipped) {
    var fewer =
        reached == 0
            ? (lastTime ? NOBODY_THIS_TIME : NOBODY).with("confirmed", confirmed)
            : (lastTime ? FEWER_THAN_LAST_TIME : FEWER)
                .with("reached", reached, "confirmed", confirmed);
    return skipped == 0 ? List.of(fewer) : List.of(fewer, NO_ACCOUNT.with(skipped));
  }

  /** How many recipients are skipped for this reason, as it is stored with each of them. */
  public static Phrase leftOut(String reason, long count) {
    return LEFT_OUT.with(count, "why", BOOK.readOrQuote(reason));
  }

  /** Why a run paused after its first wave. */
  public static Phrase wave(Wave wave, FirstWave rule, Tally tally) {
    return switch (wave.state()) {
      case STOPPED ->
          (tally.held() == 0 ? WAVE_STOPPED_SURELY : WAVE_STOPPED)
              .with(
                  "failed",
                  tally.failed(),
                  "tried",
                  tally.sent() + tally.failed() + tally.held(),
                  "held",
                  tally.held(),
                  "percent",
                  rule.stopAbove(),
                  "size",
                  wave.size());
      case THROUGH, UNDERWAY ->
          tally.held() == 0
              ? WAVE_THROUGH_SURELY.with("sent", tally.sent(), "failed", tally.failed())
              : WAVE_THROUGH.with(
                  "sent", tally.sent(), "failed", tally.failed(), "held", tally.held());
    };
  }

  /** The remarks as they are stored. */
  public static List<String> english(List<Phrase> remarks) {
    return remarks.stream().map(Phrase::english).toList();
  }

  /** Whether these notes say that the audience cannot be read now. */
  public static boolean cannotBegin(List<String> notes) {
    return notes.stream().anyMatch(note -> note(note).code().equals(CANNOT_BEGIN.code()));
  }

  /** The phrase of a note; a quotation if an earlier version worded it differently. */
  public static Phrase note(String note) {
    return BOOK.readOrQuote(note);
  }

  /**
   * What a run asks: after its first wave, with the numbers of now, as some were still under way
   * when it paused. Where too few failed by now, with those for which it stopped.
   */
  public static Optional<String> asked(Run run) {
    var tally = run.progress().tally();
    return Optional.of(run.question())
        .filter(question -> !question.isEmpty())
        .map(question ->
            run.firstWave()
                .flatMap(rule ->
                    run.progress()
                        .wave()
                        .filter(wave -> isAbout(wave, rule, tally))
                        .map(wave -> wave(wave, rule, tally).english()))
                .orElse(question));
  }

  private static boolean isAbout(Wave wave, FirstWave rule, Tally tally) {
    return switch (wave.state()) {
      case UNDERWAY -> false;
      case THROUGH -> true;
      case STOPPED -> rule.isTooMany(wave, tally);
    };
  }

  /** Whether it is asked because of whoever sent it, who may not do that any more. */
  public static boolean isOfNobody(Run run) {
    return run.question().startsWith(MAY_NOT_SEND.english());
  }

  /** The sentences of a question; empty if an earlier version worded it differently. */
  public static Optional<List<Phrase>> question(String question) {
    return BOOK.readAll(question);
  }
}
