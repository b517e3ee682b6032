package belfry.web.runs;

import belfry.base.EnumWord;
import belfry.base.Said;
import belfry.runs.Results;
import belfry.runs.RunWaits;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpId;
import belfry.runs.followups.FollowUpList;
import belfry.runs.followups.FollowUpReasons;
import belfry.runs.followups.FollowUpTally;
import belfry.web.frame.Views;
import belfry.web.frame.WaitView;
import java.time.Instant;
import java.util.Optional;

/** What the API says of recalls and corrections, as JSON: docs/api/openapi.yaml describes each. */
public final class FollowUpViews {
  private FollowUpViews() {}

  record CountsView(
      long total,
      long planned,
      long retry,
      long doing,
      long unknown,
      long done,
      long refused,
      long unclear,
      long skipped) {
    static CountsView of(FollowUpTally tally) {
      return new CountsView(
          tally.total(),
          tally.planned(),
          tally.retry(),
          tally.doing(),
          tally.unknown(),
          tally.done(),
          tally.refused(),
          tally.unclear(),
          tally.skipped());
    }
  }

  /**
   * A recall or a correction.
   *
   * @param complete whether all messages that it is about are known
   */
  public record FollowUpView(
      String id,
      String kind,
      String state,
      String part,
      boolean chosen,
      Optional<String> refusedBy,
      Optional<String> markdown,
      String startedBy,
      boolean complete,
      Instant createdAt,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt,
      Optional<WaitView> waitsFor,
      CountsView counts) {
    public static FollowUpView of(FollowUp followUp, RunWaits.Bot bot) {
      return new FollowUpView(
          followUp.id().toString(),
          EnumWord.of(followUp.kind()),
          switch (followUp.gate()) {
            case OPEN -> "underway";
            case STOPPING -> "stopping";
            case CLOSED -> "finished";
          },
          FollowUpViews.part(followUp.part()),
          followUp.chosen(),
          followUp.refusedBy().map(FollowUpId::toString),
          Views.present(followUp.markdown()),
          followUp.startedByName(),
          followUp.planned(),
          followUp.created(),
          followUp.started(),
          followUp.finished(),
          bot.followUp(followUp).map(WaitView::of),
          CountsView.of(followUp.tally()));
    }
  }

  /** A message of a recall or a correction. */
  public record MessageView(
      String kind,
      String id,
      String name,
      Optional<String> email,
      String state,
      String result,
      Optional<Said> resultSaid,
      Optional<String> reason,
      Optional<Said> reasonSaid,
      Optional<WaitView> waitsFor,
      Optional<Instant> at) {
    public static MessageView of(FollowUp.Kind kind, FollowUpList.Item item, RunWaits.Bot bot) {
      var result = Results.of(kind, item.state());
      return new MessageView(
          EnumWord.of(item.kind()),
          item.target(),
          item.name(),
          Views.present(item.email()),
          item.state().word(),
          result.english(),
          Said.of(result),
          item.reason(),
          item.reason().flatMap(FollowUpReasons::read).flatMap(Said::of),
          bot.message(
                  item.state(), item.reason().filter(FollowUpReasons::isOfThemAlone).isPresent())
              .map(WaitView::of),
          item.settled());
    }
  }

  private static String part(FollowUp.Part part) {
    return switch (part) {
      case ALL -> "all";
      case FIRST_WAVE -> "firstWave";
      case REST -> "rest";
    };
  }
}
