package belfry.web.people;

import belfry.base.FileTrouble;
import belfry.base.Phrase;
import belfry.base.Spool;
import belfry.http.Bodies;
import belfry.http.Cursor;
import belfry.http.Places;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.people.lists.ListChoices;
import belfry.people.lists.ListId;
import belfry.people.lists.ListReport;
import belfry.people.lists.Lists;
import belfry.people.lists.PeopleList;
import belfry.people.lists.SkippedLines;
import belfry.storage.StorageException;
import belfry.web.frame.Caller;
import belfry.web.frame.Views;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code user/lists}: lists of people from files. */
public final class ListRoutes {
  private static final Phrase TOO_LARGE =
      Phrase.of(
          "list.tooLarge",
          "The file may have at most {{most}} MB. Remove columns that the message does not need, or split the file.",
          "most",
          Lists.MOST_BYTES / 1_000_000);

  private static final Duration AWAITED = Duration.ofSeconds(2);
  private static final int SHOWN = 5;
  private static final int NAMED = 100;

  private final Places uploads = new Places("uploads", 2, 8);
  private final Lists lists;

  public ListRoutes(Lists lists) {
    this.lists = lists;
  }

  record ListView(String id, String name, List<String> columns, int people) {
    static ListView of(PeopleList list) {
      return new ListView(list.id().toString(), list.name(), list.columns(), list.people());
    }
  }

  record RowView(int line, String email, Map<String, String> fields) {
    static List<RowView> of(List<PeopleList.Row> rows) {
      return rows.stream().map(row -> new RowView(row.line(), row.email(), row.fields())).toList();
    }
  }

  /** A skipped line, and why. */
  public record LeftView(
      int line, String said, String message, String code, Map<String, Object> args) {
    static LeftView of(ListReport.Left left) {
      var why = left.why();
      return new LeftView(left.line(), left.said(), why.english(), why.code(), why.arguments());
    }

    public static List<LeftView> of(List<ListReport.Left> left) {
      return left.stream().map(LeftView::of).toList();
    }
  }

  record AddedView(
      ListView list,
      String addresses,
      List<String> candidates,
      int bad,
      int repeated,
      List<LeftView> left,
      List<RowView> first,
      Map<String, Integer> elsewhere,
      boolean guessed) {
    static AddedView of(PeopleList list, ListReport report) {
      return new AddedView(
          ListView.of(list),
          report.addresses(),
          report.candidates(),
          report.bad(),
          report.repeated(),
          LeftView.of(report.left()),
          RowView.of(report.first()),
          report.elsewhere(),
          report.guessed());
    }
  }

  /** Of a list from an earlier version it is not known how many lines were skipped. */
  record DetailView(
      ListView list,
      List<RowView> first,
      Optional<Integer> bad,
      Optional<Integer> repeated,
      List<LeftView> left) {}

  /** The body is the file itself; its name is in the query. */
  public Reply add(Caller caller, Request request) {
    var name =
        request
            .query("name")
            .filter(text -> !text.isEmpty())
            .orElseThrow(() ->
                Problem.invalid(
                        "name", Phrase.of("list.nameMissing", "Give the file's name: ?name=…"))
                    .thrown());
    var type = request.header("content-type").orElse("").toLowerCase(Locale.ROOT);
    if (type.startsWith("multipart/form-data")) {
      throw Problem.noForm().thrown();
    }
    var choices =
        new ListChoices(
            request.query("column").filter(text -> !text.isEmpty()),
            request.query("encoding").filter(text -> !text.isEmpty()).map(ListRoutes::encoding));
    try (var _ = uploads.take(caller.personId().value(), AWAITED)) {
      try (var spool = Spool.open()) {
        return added(caller, request, name, spool, choices);
      }
    } catch (IOException e) {
      throw new StorageException(
          "A list that was brought could not be kept: " + FileTrouble.words(e), e);
    }
  }

  private static ListChoices.Encoding encoding(String name) {
    return ListChoices.Encoding.named(name)
        .orElseThrow(() ->
            Problem.invalid(
                    "encoding", Phrase.of("list.noEncoding", "This must be utf-8 or windows-1252."))
                .thrown());
  }

  /**
   * Kept on disk while it arrives, which can take minutes, so that no transaction waits for the
   * sender.
   */
  private Reply added(Caller caller, Request request, String name, Spool spool, ListChoices choices)
      throws IOException {
    var _ = Bodies.copy(request, spool.out(), Lists.MOST_BYTES, TOO_LARGE);
    return switch (lists.add(caller.app(), caller.personId(), name, spool, choices)) {
      case Lists.Added.Kept(var list, var report) -> Reply.created(AddedView.of(list, report));
      case Lists.Added.Refused(var field, var why) -> throw Problem.invalid(field, why).thrown();
      case Lists.Added.QuotaExceeded(var why) -> throw Problem.tooLarge(why).thrown();
    };
  }

  public Reply detail(Caller caller, Request request) {
    var list = found(caller, request);
    var skipped = lists.skipped().counts(list.id());
    return Reply.ok(
        new DetailView(
            ListView.of(list),
            RowView.of(lists.rows(list.id(), 0, SHOWN)),
            skipped.map(SkippedLines.Counts::bad),
            skipped.map(SkippedLines.Counts::repeated),
            LeftView.of(lists.skipped().page(list.id(), 0, NAMED))));
  }

  /** The lines of its file that could not be read, page by page. */
  public Reply unread(Caller caller, Request request) {
    var limit = Cursor.limit(request);
    var after = Cursor.read(request, Cursor.Bounds.PLACE).map(at -> (int) at[0]).orElse(0);
    var page = lists.skipped().page(found(caller, request).id(), after, limit + 1);
    var some = page.subList(0, Math.min(limit, page.size()));
    return Reply.ok(
        Views.Items.page(
            LeftView.of(some),
            page.size() > limit
                ? Optional.of(Cursor.write(some.getLast().line()))
                : Optional.empty(),
            Optional.empty()));
  }

  private PeopleList found(Caller caller, Request request) {
    return ListId.parse(request.path("listId"))
        .flatMap(id -> lists.find(caller.app(), id))
        .orElseThrow(
            () -> Problem.notFound(Phrase.of("list.unknown", "There is no such list.")).thrown());
  }
}
