package belfry.web.answers;

import belfry.access.Access;
import belfry.answers.AnswerId;
import belfry.answers.AnswerList;
import belfry.answers.Answers;
import belfry.answers.ReceivedAnswer;
import belfry.answers.Replies;
import belfry.apps.App;
import belfry.base.Bare;
import belfry.base.Network;
import belfry.base.Phrase;
import belfry.delivery.Waits;
import belfry.http.Bodies;
import belfry.http.Cursor;
import belfry.http.Places;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.messages.MessageText;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.web.drafts.JobForms;
import belfry.web.frame.Caller;
import belfry.web.frame.Fields;
import belfry.web.frame.Live;
import belfry.web.frame.Views;
import belfry.web.runs.RecipientActions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code answers/…}: what people answer to announcements. */
public final class AnswerRoutes {
  /** Events have a kilobyte or two. */
  private static final int LARGEST_EVENT = 64 * 1024;

  private static final Duration AWAITED = Duration.ofSeconds(2);

  private final Answers answers;
  private final Access access;
  private final Waits waits;
  private final Live live;

  /** What a flood of events can take from others; who sends it waits behind their own. */
  private final Places events = new Places("events", 32, 64);

  public AnswerRoutes(Answers answers, Access access, Waits waits, Live live) {
    this.answers = answers;
    this.access = access;
    this.waits = waits;
    this.live = live;
  }

  /** Called by the platform. Nothing but its signature proves that it is. */
  public Reply event(App app, Request request) {
    return event(app, "0", request);
  }

  /** Likewise, of what is said to a further bot. */
  public Reply furtherEvent(App app, Request request) {
    return event(app, request.path("bot"), request);
  }

  private Reply event(App app, String bot, Request request) {
    if (!answers.areRead()) {
      throw Problem.nothingHere().thrown();
    }
    return events.in(
        Network.of(request.address()), AWAITED, () -> received(app, bot, request, letter(request)));
  }

  private static byte[] letter(Request request) {
    var letter = new ByteArrayOutputStream();
    try {
      Bodies.copy(
          request,
          letter,
          LARGEST_EVENT,
          Phrase.of("event.tooLarge", "An event may have at most 64 KiB."));
    } catch (IOException _) {
      throw Problem.invalid("", Phrase.of("event.broken", "The event broke off.")).thrown();
    }
    return letter.toByteArray();
  }

  /** Unread answers first; also live. */
  public Reply list(Caller caller, Request request) {
    var filter =
        new AnswerList.Filter(
            caller.app().name(),
            request.query("jobId").filter(id -> !id.isBlank()).map(AnswerRoutes::job),
            request.query("person").flatMap(PersonId::parse),
            kind(request.query("kind").orElse("")),
            done(request.query("state").orElse("")),
            after(request),
            Cursor.limit(request));
    return Live.wanted(request)
        ? live.stream(caller, filter, () -> Optional.of(page(filter)))
        : Reply.ok(page(filter));
  }

  private Views.Items<AnswerViews.AnswerView> page(AnswerList.Filter filter) {
    var page = answers.list().page(filter);
    var replies =
        answers.replies().to(page.answers().stream().map(one -> one.answer().id()).toList());
    var bot = waits.bot(filter.app());
    return Views.Items.page(
        page.answers().stream()
            .map(one ->
                AnswerViews.AnswerView.of(
                    one, replies.getOrDefault(one.answer().id(), List.of()), bot))
            .toList(),
        page.next().map(AnswerRoutes::cursor),
        Optional.empty());
  }

  private static JobId job(String id) {
    return JobForms.id(id);
  }

  private static Optional<ReceivedAnswer.Kind> kind(String word) {
    return switch (word) {
      case "" -> Optional.empty();
      case "written" -> Optional.of(ReceivedAnswer.Kind.WRITTEN);
      case "press" -> Optional.of(ReceivedAnswer.Kind.PRESS);
      default ->
          throw Problem.invalid("kind", Phrase.of("inbox.kind", "This must be written or press."))
              .thrown();
    };
  }

  private static Optional<Boolean> done(String word) {
    return switch (word) {
      case "" -> Optional.empty();
      case "unread" -> Optional.of(false);
      case "done" -> Optional.of(true);
      default ->
          throw Problem.invalid("state", Phrase.of("inbox.state", "This must be unread or done."))
              .thrown();
    };
  }

  private static Optional<AnswerList.After> after(Request request) {
    return Cursor.read(request, Cursor.Bounds.PLACE, Cursor.Bounds.ANY)
        .map(at -> new AnswerList.After((int) at[0], at[1]));
  }

  private static String cursor(AnswerList.After after) {
    return Cursor.write(after.part(), after.id());
  }

  /** Announcements that were answered, those with unread answers first. */
  public Reply announcements(Caller caller, Request request) {
    var one = request.query("jobId").filter(id -> !id.isBlank()).map(AnswerRoutes::job);
    var page =
        answers
            .list()
            .announcements(caller.app().name(), one, after(request), Cursor.limit(request));
    return Reply.ok(
        Views.Items.page(
            page.announcements().stream().map(AnswerViews.AnnouncementView::of).toList(),
            page.next().map(AnswerRoutes::cursor),
            Optional.empty()));
  }

  private record DoneForm(@Nullable String answerId, @Nullable Boolean done) {}

  /** Marks an answer as done, or as unread again. */
  public Reply done(Caller caller, Request request) {
    var form = Bodies.json(request, DoneForm.class);
    var done = form.done == null || form.done;
    return answers
        .mark(caller.actor(), id(form.answerId), done)
        .map(answer -> Reply.ok(view(caller, answer)))
        .orElseThrow(AnswerRoutes::missing);
  }

  private AnswerViews.AnswerView view(Caller caller, ReceivedAnswer answer) {
    var title = answers.list().title(caller.app().name(), answer.about().job());
    var replies = answers.replies().to(List.of(answer.id())).getOrDefault(answer.id(), List.of());
    return AnswerViews.AnswerView.of(
        new AnswerList.Titled(answer, title), replies, waits.bot(caller.app().name()));
  }

  private record ReplyForm(
      @Nullable String answerId,
      @Nullable String markdown,
      @Nullable Integer seen,
      @Nullable String requestId) {}

  /** Writes back to whoever answered. */
  public Reply reply(Caller caller, Request request) {
    var form = Bodies.json(request, ReplyForm.class);
    var text = new MessageText(form.markdown == null ? "" : form.markdown);
    if (form.seen != null && form.seen < 0) {
      throw Problem.invalid("seen", Phrase.of("reply.seen", "This must be 0 or more.")).thrown();
    }
    var replied =
        answers
            .replies()
            .reply(
                caller.actor(),
                id(form.answerId),
                text,
                Optional.ofNullable(form.seen),
                Fields.requestId(form.requestId));
    return reply(caller, replied);
  }

  private record DecideForm(
      @Nullable String replyId, @Nullable String decision, @Nullable String requestId) {}

  /** Decides about a reply of which it is unknown whether it arrived. */
  public Reply decide(Caller caller, Request request) {
    var form = Bodies.json(request, DecideForm.class);
    if (form.replyId == null) {
      throw Problem.invalid("replyId", Phrase.of("reply.missing", "Say which reply.")).thrown();
    }
    var sendAgain = RecipientActions.sendAgain(form.decision);
    var requestId = Fields.requestId(form.requestId);
    return RunId.parse(form.replyId)
        .map(id -> answers.heldReplies().decide(caller.actor(), id, sendAgain, requestId))
        .map(decided -> reply(caller, decided))
        .orElseThrow(AnswerRoutes::missing);
  }

  private Reply reply(Caller caller, Replies.Replied replied) {
    return switch (replied) {
      case Replies.Replied.Agreed(var answer) -> Reply.ok(view(caller, answer));
      case Replies.Replied.Missing() -> throw missing();
      case Replies.Replied.Invalid(var why) -> throw Problem.invalid("markdown", why).thrown();
      case Replies.Replied.Refused(var why) -> throw Problem.conflict(why).thrown();
    };
  }

  private static AnswerId id(@Nullable String text) {
    if (text == null) {
      throw Problem.invalid("answerId", Phrase.of("inbox.missing", "Say which answer.")).thrown();
    }
    return AnswerId.parse(text).orElseThrow(AnswerRoutes::missing);
  }

  private static Problem.Thrown missing() {
    return Problem.notFound(Phrase.of("inbox.unknown", "There is no such answer.")).thrown();
  }

  private record AutomaticForm(@Nullable Long revision, @Nullable String markdown) {}

  private record AutomaticView(long revision, String markdown) {}

  /** What is replied by itself. */
  public Reply automatic(Caller caller, Request request) {
    return Reply.ok(automatic(caller));
  }

  private AutomaticView automatic(Caller caller) {
    var rule = answers.replies().automatic(caller.app().name());
    return new AutomaticView(rule.revision(), rule.markdown());
  }

  /** Without text, nothing is replied by itself any more. */
  public Reply changeAutomatic(Caller caller, Request request) {
    var form = Bodies.json(request, AutomaticForm.class);
    if (form.revision == null) {
      throw Problem.invalid(
              "revision", Phrase.of("revision.missing", "Send the revision that you saw."))
          .thrown();
    }
    var markdown = form.markdown == null ? "" : Bare.of(form.markdown);
    var fault =
        markdown.isEmpty() ? Optional.<Phrase>empty() : Replies.fault(new MessageText(markdown));
    if (fault.isPresent()) {
      throw Problem.invalid("markdown", fault.get()).thrown();
    }
    if (!answers.replies().change(caller.actor(), new Replies.Automatic(form.revision, markdown))) {
      throw Problem.stale(
              Phrase.of(
                  "inbox.automaticStale",
                  "Somebody else changed the automatic answer meanwhile. Load it again."))
          .thrown();
    }
    return Reply.ok(automatic(caller));
  }

  private Reply received(App app, String bot, Request request, byte[] letter) {
    var signature = request.header("x-spark-signature");
    return switch (answers.receiver().receive(app, bot, letter, signature)) {
      case TAKEN -> Reply.text(200, "");
      case FORGED -> {
        access
            .refusals()
            .record(app, Optional.empty(), "event", "answers/event", request.address());
        throw Problem.invalid(
                "X-Spark-Signature",
                Phrase.of(
                    "event.forged",
                    "This is not the signature that Webex makes with this app's secret."))
            .thrown();
      }
      case FULL ->
          throw Problem.of(
                  "urn:belfry:full-house",
                  "Too many at once",
                  503,
                  Phrase.of("event.full", "Too many events are waiting. Send it again later."),
                  Problem.retryAfter(60))
              .thrown();
    };
  }
}
