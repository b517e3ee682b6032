package belfry.web.answers;

import belfry.answers.AnswerList;
import belfry.answers.Answerer;
import belfry.answers.ReceivedAnswer;
import belfry.answers.ReceivedAnswer.Kind;
import belfry.answers.SentReply;
import belfry.base.EnumWord;
import belfry.base.Said;
import belfry.runs.RunWaits;
import belfry.runs.recipients.Reasons;
import belfry.web.frame.Views;
import belfry.web.frame.WaitView;
import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Answers as JSON. */
public final class AnswerViews {
  private AnswerViews() {}

  record PersonView(String id, String displayName, Optional<String> email) {
    static PersonView of(Answerer from) {
      return new PersonView(
          from.id().value(),
          from.name().isEmpty() ? from.email() : from.name(),
          Views.present(from.email()));
    }
  }

  record DoneView(Instant at, Optional<Views.AuthorView> by) {
    static DoneView of(ReceivedAnswer.Done done) {
      return new DoneView(done.at(), done.by().map(by -> new Views.AuthorView(by, done.name())));
    }
  }

  /** A reply; without an author it was sent by itself. */
  record ReplyView(
      String id,
      String markdown,
      Optional<Views.AuthorView> by,
      Instant createdAt,
      String state,
      Optional<String> reason,
      Optional<Said> said,
      Optional<WaitView> waitsFor) {
    static ReplyView of(SentReply one, RunWaits.Bot bot) {
      return new ReplyView(
          one.id().toString(),
          one.markdown(),
          one.by().map(by -> new Views.AuthorView(by, one.byName())),
          one.created(),
          one.state().word(),
          one.reason(),
          one.reason().flatMap(Reasons::read).flatMap(Said::of),
          bot.only(one.state()).map(WaitView::of));
    }
  }

  public record AnswerView(
      String id,
      String kind,
      String jobId,
      String title,
      PersonView from,
      String text,
      @JsonRawValue String inputs,
      int files,
      boolean readable,
      Instant writtenAt,
      Optional<DoneView> done,
      List<ReplyView> replies) {
    public static AnswerView of(
        AnswerList.Titled titled, List<SentReply> replies, RunWaits.Bot bot) {
      var one = titled.answer();
      return new AnswerView(
          one.id().toString(),
          EnumWord.of(one.said().kind()),
          one.about().job().toString(),
          titled.title(),
          PersonView.of(one.from()),
          one.said().text(),
          one.said().kind() == Kind.PRESS ? one.said().inputs() : ReceivedAnswer.Said.NO_INPUTS,
          one.said().files(),
          one.said().readable(),
          one.written(),
          one.done().map(DoneView::of),
          replies.stream().map(reply -> ReplyView.of(reply, bot)).toList());
    }
  }

  record AnnouncementView(
      String jobId, String title, long written, long pressed, long unread, Instant latestAt) {
    static AnnouncementView of(AnswerList.Answered one) {
      return new AnnouncementView(
          one.job().toString(),
          one.title(),
          one.written(),
          one.pressed(),
          one.unread(),
          one.latest());
    }
  }
}
