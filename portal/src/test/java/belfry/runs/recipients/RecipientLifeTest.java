package belfry.runs.recipients;

import static belfry.runs.recipients.RecipientState.FAILED;
import static belfry.runs.recipients.RecipientState.HELD;
import static belfry.runs.recipients.RecipientState.PENDING;
import static belfry.runs.recipients.RecipientState.RETRY;
import static belfry.runs.recipients.RecipientState.SENDING;
import static belfry.runs.recipients.RecipientState.SENT;
import static belfry.runs.recipients.RecipientState.SKIPPED;
import static belfry.runs.recipients.RecipientState.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.platform.Outcome;
import belfry.platform.ids.SpaceId;
import belfry.runs.recipients.RecipientLife.Event;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of docs/delivery.md, row by row. */
class RecipientLifeTest {
  private static final Outcome ACCEPTED = new Outcome.Accepted("m", SpaceId.parse("r"), "");
  private static final Outcome REFUSED = new Outcome.Refused(404, "no such person");
  private static final Outcome UNAUTHORIZED = new Outcome.Unauthorized("token revoked");
  private static final Outcome THROTTLED = new Outcome.Throttled(Duration.ofSeconds(3));
  private static final Outcome NOT_SENT = new Outcome.NotSent("connection refused");
  private static final Outcome LOST = new Outcome.Unknown("time-out");
  private static final Outcome STRANGE = new Outcome.Unreadable("status 200 without JSON");

  private static final List<Event> ALL =
      List.of(
          new Event.Intended(),
          new Event.Deferred(),
          new Event.Abandoned(),
          new Event.Answered(ACCEPTED),
          new Event.Answered(REFUSED),
          new Event.Answered(UNAUTHORIZED),
          new Event.Answered(THROTTLED),
          new Event.Answered(NOT_SENT),
          new Event.Answered(LOST),
          new Event.Answered(STRANGE),
          new Event.SenderLost(),
          looked(new Finding.Ours("m", SpaceId.parse("r")), false, true),
          looked(new Finding.None(), true, true),
          looked(new Finding.Undecidable(), true, true),
          looked(new Finding.Unclear("another form"), true, true),
          looked(new Finding.Unreadable("HTML"), true, false),
          looked(new Finding.Listed(List.of(), Optional.empty()), true, true),
          looked(new Finding.NotListable("403"), true, false),
          looked(new Finding.Unanswered("502"), true, false),
          new Event.Unaccounted(),
          new Event.Cancelled(),
          new Event.Decided(true),
          new Event.Decided(false),
          new Event.Retried());

  @Test
  void anIntentIsTheOnlyWayToSendingAndACancelTheOnlyWayToSkipped() {
    for (var state : List.of(PENDING, RETRY)) {
      assertThat(after(state, new Event.Intended())).isEqualTo(SENDING);
      assertThat(after(state, new Event.Cancelled())).isEqualTo(SKIPPED);
    }
    for (var state : RecipientState.values()) {
      for (var event : ALL) {
        var to = after(state, event);
        if (to == SENDING && state != SENDING) {
          assertThat(event).isInstanceOf(Event.Intended.class);
        }
        if (to == SKIPPED && state != SKIPPED) {
          assertThat(event).isInstanceOf(Event.Cancelled.class);
        }
      }
    }
  }

  @Test
  void whatWasNeverSentIsTriedAgain() {
    assertThat(after(PENDING, new Event.Deferred())).isEqualTo(RETRY);
    assertThat(after(RETRY, new Event.Deferred())).isEqualTo(RETRY);
    assertThat(after(SENDING, new Event.Abandoned())).isEqualTo(RETRY);
    assertThat(after(UNKNOWN, new Event.Abandoned())).isEqualTo(UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource(names = {"SENDING", "UNKNOWN"})
  void theAnswerDecidesAlsoWhenItComesLate(RecipientState state) {
    assertThat(after(state, new Event.Answered(ACCEPTED))).isEqualTo(SENT);
    assertThat(after(state, new Event.Answered(REFUSED))).isEqualTo(FAILED);
    assertThat(after(state, new Event.Answered(UNAUTHORIZED))).isEqualTo(RETRY);
    assertThat(after(state, new Event.Answered(THROTTLED))).isEqualTo(RETRY);
    assertThat(after(state, new Event.Answered(NOT_SENT))).isEqualTo(RETRY);
    assertThat(after(state, new Event.Answered(LOST))).isEqualTo(UNKNOWN);
    assertThat(after(state, new Event.Answered(STRANGE))).isEqualTo(UNKNOWN);
  }

  @Test
  void whatALostSenderHadUnderWayIsUnknown() {
    assertThat(after(SENDING, new Event.SenderLost())).isEqualTo(UNKNOWN);
  }

  @Test
  void whoMayHaveBeenSentToSinceABackupIsLookedUpFirst() {
    assertThat(after(PENDING, new Event.Unaccounted())).isEqualTo(UNKNOWN);
    assertThat(after(RETRY, new Event.Unaccounted())).isEqualTo(UNKNOWN);
    for (var state : List.of(SENDING, UNKNOWN, HELD, FAILED)) {
      assertThat(after(state, new Event.Unaccounted())).isEqualTo(state);
    }
  }

  @Test
  void aMessageThatIsThereIsSentAtOnce() {
    assertThat(after(UNKNOWN, looked(new Finding.Ours("m", SpaceId.parse("r")), false, true)))
        .isEqualTo(SENT);
  }

  @Test
  void aMessageThatIsNotThereIsSentAgainOnlyAfterTheQuietTime() {
    assertThat(after(UNKNOWN, looked(new Finding.None(), false, true))).isEqualTo(UNKNOWN);
    assertThat(after(UNKNOWN, looked(new Finding.None(), true, true))).isEqualTo(RETRY);
  }

  @Test
  void aSpaceThatTellsNothingWaitsForAPersonUnlessTheJobSaysResend() {
    var undecidable = new Finding.Undecidable();
    assertThat(after(UNKNOWN, looked(undecidable, false, true))).isEqualTo(UNKNOWN);
    assertThat(after(UNKNOWN, looked(undecidable, true, true))).isEqualTo(HELD);
    assertThat(after(UNKNOWN, new Event.Looked(undecidable, true, true, false, OnUnknown.RESEND)))
        .isEqualTo(RETRY);
  }

  @Test
  void aMessageThatMayBeOursIsNeverSentAgainByItself() {
    var unclear = new Finding.Unclear("another form");
    assertThat(after(UNKNOWN, looked(unclear, false, true))).isEqualTo(UNKNOWN);
    assertThat(after(UNKNOWN, looked(unclear, true, true))).isEqualTo(HELD);
    assertThat(after(UNKNOWN, new Event.Looked(unclear, true, true, false, OnUnknown.RESEND)))
        .isEqualTo(HELD);
  }

  @Test
  void anAnswerThatIsNotUnderstoodProvesNothingHoweverOftenItComes() {
    var unreadable = new Finding.Unreadable("status 200 without JSON");
    assertThat(after(UNKNOWN, looked(unreadable, true, true))).isEqualTo(UNKNOWN);
    assertThat(after(UNKNOWN, looked(unreadable, true, false))).isEqualTo(HELD);
    assertThat(after(UNKNOWN, looked(new Finding.Listed(List.of(), Optional.empty()), true, false)))
        .as("not judged yet")
        .isEqualTo(UNKNOWN);
  }

  @Test
  void whatIsRefusedEachTimeBySomethingElseThanWebexWaitsForAPerson() {
    var none = new Finding.None();
    assertThat(after(UNKNOWN, new Event.Looked(none, true, true, true, OnUnknown.HOLD)))
        .isEqualTo(HELD);
    assertThat(after(UNKNOWN, new Event.Looked(none, false, true, true, OnUnknown.HOLD)))
        .isEqualTo(UNKNOWN);
    var undecidable = new Finding.Undecidable();
    assertThat(after(UNKNOWN, new Event.Looked(undecidable, true, true, true, OnUnknown.RESEND)))
        .as("not for ever, whatever the job says")
        .isEqualTo(HELD);
  }

  @Test
  void aListingThatIsRefusedForTooLongWaitsForAPerson() {
    var refused = new Finding.NotListable("403");
    assertThat(after(UNKNOWN, looked(refused, true, true))).isEqualTo(UNKNOWN);
    assertThat(after(UNKNOWN, looked(refused, true, false))).isEqualTo(HELD);
    assertThat(after(UNKNOWN, new Event.Looked(refused, true, false, false, OnUnknown.RESEND)))
        .isEqualTo(HELD);
  }

  @Test
  void aPersonSettlesWhatIsHeldAndRetriesWhatFailed() {
    assertThat(after(HELD, new Event.Decided(true))).isEqualTo(RETRY);
    assertThat(after(HELD, new Event.Decided(false))).isEqualTo(SENT);
    assertThat(after(FAILED, new Event.Retried())).isEqualTo(RETRY);
  }

  @ParameterizedTest
  @EnumSource(names = {"SENT", "SKIPPED"})
  void whatIsOverIsOver(RecipientState state) {
    assertThat(ALL).allSatisfy(event -> assertThat(after(state, event)).isEqualTo(state));
  }

  @Test
  void nothingUnknownIsEverSentAgainWithoutEvidenceOrAPerson() {
    for (var event : ALL) {
      if (after(UNKNOWN, event) == RETRY) {
        assertThat(event).isInstanceOfAny(Event.Looked.class, Event.Answered.class);
      }
    }
    assertThat(after(UNKNOWN, new Event.Cancelled())).isEqualTo(UNKNOWN);
  }

  private static RecipientState after(RecipientState state, Event event) {
    return RecipientLife.after(state, event);
  }

  private static Event looked(Finding finding, boolean quiet, boolean patient) {
    return new Event.Looked(finding, quiet, patient, false, OnUnknown.HOLD);
  }
}
