package belfry.runs;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Hash;
import belfry.base.Phrase;
import belfry.messages.MessageText;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalValues;
import belfry.people.audience.Audience;
import belfry.people.audience.EarlierRecipients;
import belfry.people.audience.Target;
import belfry.people.directory.Person;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpId;
import belfry.runs.followups.FollowUps;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.NamedRecipient;
import belfry.runs.recipients.Reasons;
import belfry.runs.recipients.RecipientErasure;
import belfry.runs.recipients.RecipientRows;
import belfry.storage.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** The recipients of a job's run as the audience of another job. */
public final class RecipientsAgain implements EarlierRecipients {
  private static final Phrase STILL_SENT =
      Phrase.of(
          "recipients.stillSent",
          "{{message}} is still being sent. Send this to its recipients when it is finished.");
  private static final Phrase STILL_RECALLED =
      Phrase.of(
          "recipients.stillRecalled",
          "{{message}} is still being recalled. Send this when the recall is finished.");

  private static final String REACHED = "state = 'sent' AND COALESCE(followed, '') <> 'recalled'";

  /** Whoever needed no reminder any more was not to get it, or has it by another address. */
  private static final String NOT_REACHED =
      "(state = 'failed' OR (state = 'skipped' AND COALESCE(reason, '') NOT IN ('%s', '%s') AND COALESCE(reason, '') NOT LIKE '%s'))"
          .formatted(
              Reasons.ACKNOWLEDGED.english(),
              Reasons.RECALLED.english(),
              NamedRecipient.BY_ADDRESS.with("email", "%").english());

  /** Whose address is asked about again: nobody had it, or whoever had it is not found any more. */
  private static final String WITHOUT_ACCOUNT =
      "(target LIKE '%s%%' OR (state = 'failed' AND email <> '' AND COALESCE(reason, '') LIKE '%s'))"
          .formatted(Target.notFound(""), Reasons.notFound());

  private final Database database;

  public RecipientsAgain(Database database) {
    this.database = database;
  }

  @Override
  public boolean isRecall(App app, String job, String recall) {
    return database.read(handle ->
        FollowUpId.parse(recall)
            .flatMap(id -> FollowUps.find(handle, id))
            .filter(one -> one.kind() == FollowUp.Kind.RECALL)
            .flatMap(one -> RunRows.ofJob(handle, app.name(), job).filter(one.run()::equals))
            .isPresent());
  }

  /** Whether this is said of a message that somebody waits for, for as long as that takes. */
  public static boolean isNotYet(Phrase why) {
    return Stream.of(STILL_SENT, STILL_RECALLED).anyMatch(one -> one.code().equals(why.code()));
  }

  private record Row(long seq, Target target) {}

  @Override
  public Optional<String> title(App app, String job) {
    return database.read(handle -> run(handle, app, job)).map(RecipientsAgain::title);
  }

  @Override
  public Standing standing(App app, Audience.Recipients whose, boolean itself) {
    return database.read(handle ->
        run(handle, app, whose.job())
            // Whoever names a recall waits for it.
            .map(run -> standing(handle, run, itself && whose.recall().isEmpty()))
            .orElseGet(Standing.Gone::new));
  }

  private static Standing standing(Handle handle, Run run, boolean itself) {
    var isRecalled =
        FollowUps.of(handle, run.id()).stream()
            .filter(one -> one.isOpen() && one.kind() == FollowUp.Kind.RECALL)
            .anyMatch(one -> one.planned() || !itself || !namesThem(handle, one));
    if (isRecalled) {
      return new Standing.NotYet(STILL_RECALLED.with("message", title(run)));
    }
    return run.progress().gate() == Run.Gate.CLOSED
        ? new Standing.Known()
        : new Standing.NotYet(STILL_SENT.with("message", title(run)));
  }

  /**
   * Whether a recall is for some of the recipients of its own message: it must not wait for itself.
   */
  private static boolean namesThem(Handle handle, FollowUp recall) {
    return FollowUps.only(handle, recall.id())
        .flatMap(Audience::earlier)
        .flatMap(whose -> RunRows.ofJob(handle, recall.app(), whose.job()))
        .filter(recall.run()::equals)
        .isPresent();
  }

  @Override
  public Optional<Count> count(App app, Audience.Recipients whose) {
    return database.read(handle ->
        RunRows.ofJob(handle, app.name(), whose.job())
            .map(run ->
                handle
                    .createQuery(
                        """
                        SELECT COUNT(CASE WHEN kind = 'person' THEN 1 END) AS people,
                          COUNT(CASE WHEN kind = 'space' THEN 1 END) AS spaces
                        FROM recipient WHERE run = ? AND %s
                        """
                            .formatted(meant(whose)))
                    .bind(0, run.value())
                    .map((row, _) -> new Count(row.getLong("people"), row.getInt("spaces")))
                    .one()));
  }

  @Override
  public String digest(App app, Audience.Recipients whose) {
    var among =
        switch (whose.who()) {
          case SILENT -> REACHED;
          case NOT_REACHED -> NOT_REACHED;
          case REACHED, RECALLED -> meant(whose);
        };
    return database.read(handle ->
        RunRows.ofJob(handle, app.name(), whose.job())
            .map(run ->
                handle
                    .createQuery(
                        "SELECT seq FROM recipient WHERE run = ? AND %s AND %s ORDER BY seq"
                            .formatted(RecipientErasure.NOT_ERASED, among))
                    .bind(0, run.value())
                    .mapTo(String.class)
                    .collect(Collectors.joining(" ", run + " ", "")))
            .map(Hash::sha256)
            .orElse(""));
  }

  @Override
  public SequencedMap<String, Map<String, String>> addresses(App app, Audience.Recipients whose) {
    var found = new LinkedHashMap<String, Map<String, String>>();
    if (whose.who() == Audience.Who.NOT_REACHED) {
      database
          .read(handle ->
              RunRows.ofJob(handle, app.name(), whose.job())
                  .map(run ->
                      handle
                          .createQuery(
                              """
                              SELECT kind, target, name, email, personal FROM recipient
                              WHERE run = ? AND %s AND %s ORDER BY seq
                              """
                                  .formatted(NOT_REACHED, WITHOUT_ACCOUNT))
                          .bind(0, run.value())
                          .map((row, _) -> target(row))
                          .list())
                  .orElseGet(List::of))
          .forEach(one -> found.putIfAbsent(Person.address(one.email()), one.values()));
    }
    return found;
  }

  @Override
  public Optional<Audience> chosen(App app, Audience.Recipients whose) {
    return database.read(handle -> {
      var jobs = new HashSet<String>();
      var found = Optional.<Audience>empty();
      for (var next = Optional.of(whose);
          next.isPresent() && jobs.add(next.get().job());
          next = found.flatMap(Audience::earlier)) {
        var here =
            RunRows.ofJob(handle, app.name(), next.get().job())
                .map(run -> Runs.audience(handle, run));
        if (here.isEmpty()) {
          return found;
        }
        found = here;
      }
      return found;
    });
  }

  @Override
  public Set<PersonId> among(App app, Audience.Recipients whose, Collection<PersonId> people) {
    return database.read(handle ->
        RunRows.ofJob(handle, app.name(), whose.job())
            .map(run -> {
              var known = new HashSet<PersonId>();
              var ids = people.stream().map(PersonId::value).toList();
              for (var part : RecipientRows.parts(ids)) {
                // Whoever is looked up again can still be the same.
                var there =
                    RecipientRows.present(handle, run, forms(part), "NOT " + WITHOUT_ACCOUNT);
                known.addAll(named(part, there));
              }
              return known;
            })
            .orElseGet(HashSet::new));
  }

  @Override
  public Set<PersonId> written(Collection<AppName> apps, Collection<PersonId> people, int newest) {
    return database.read(handle -> {
      var runs = Runs.newest(handle, apps, Long.MAX_VALUE, newest);
      if (runs.isEmpty()) {
        return Set.of();
      }
      var known = new HashSet<PersonId>();
      for (var part : RecipientRows.parts(people.stream().map(PersonId::value).toList())) {
        var present =
            handle
                .createQuery(
                    """
                    SELECT DISTINCT target FROM recipient
                    WHERE run IN (<runs>) AND target IN (<targets>)
                    """)
                .bindList("runs", runs)
                .bindList("targets", List.copyOf(forms(part)))
                .mapTo(String.class)
                .collect(Collectors.toSet());
        known.addAll(named(part, present));
      }
      return known;
    });
  }

  private static Set<String> forms(List<String> ids) {
    return ids.stream().flatMap(id -> PlatformId.forms(id).stream()).collect(Collectors.toSet());
  }

  /** Those who are there under any form of their ids. */
  private static List<PersonId> named(List<String> ids, Set<String> present) {
    return ids.stream()
        .filter(id -> PlatformId.forms(id).stream().anyMatch(present::contains))
        .map(PersonId::new)
        .toList();
  }

  /** How many did not get what this run sent. */
  static long notReached(Handle handle, RunId run) {
    return handle
        .createQuery(
            "SELECT COUNT(*) FROM recipient WHERE run = ? AND %s AND %s"
                .formatted(RecipientErasure.NOT_ERASED, NOT_REACHED))
        .bind(0, run.value())
        .mapTo(Long.class)
        .one();
  }

  static boolean hasSendable(Handle handle, RunId run) {
    return handle
        .createQuery(
            "SELECT 1 FROM recipient WHERE run = ? AND (state = 'failed' OR state = 'held') AND %s LIMIT 1"
                .formatted(RecipientErasure.NOT_ERASED))
        .bind(0, run.value())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  @Override
  public Page page(App app, Audience.Recipients whose, long after, int most) {
    return database.read(handle -> {
      var rows =
          RunRows.ofJob(handle, app.name(), whose.job())
              .map(run ->
                  handle
                      .createQuery(
                          """
                          SELECT seq, kind, target, name, email, personal FROM recipient
                          WHERE run = ? AND seq > ? AND %s ORDER BY seq LIMIT ?
                          """
                              .formatted(meant(whose)))
                      .bind(0, run.value())
                      .bind(1, after)
                      .bind(2, most)
                      .map((row, _) -> new Row(row.getLong("seq"), target(row)))
                      .list())
              .orElseGet(List::of);
      return new Page(
          rows.stream().map(Row::target).toList(), rows.isEmpty() ? after : rows.getLast().seq);
    });
  }

  private static Target target(ResultSet row) throws SQLException {
    var target =
        new Target(
            RecipientRows.kind(row),
            row.getString("target"),
            row.getString("name"),
            row.getString("email"));
    return RecipientRows.values(row).map(PersonalValues::byKey).map(target::with).orElse(target);
  }

  @Override
  public Optional<Map<String, String>> values(App app, Audience.Recipients whose, PersonId id) {
    return database.read(handle ->
        RunRows.ofJob(handle, app.name(), whose.job())
            .flatMap(run ->
                handle
                    .createQuery(
                        "SELECT personal FROM recipient WHERE run = :run AND target IN (<ids>) AND "
                            + meant(whose))
                    .bind("run", run.value())
                    .bindList("ids", List.copyOf(PlatformId.forms(id.value())))
                    .map((row, _) ->
                        RecipientRows.values(row).map(PersonalValues::byKey).orElse(Map.of()))
                    .findFirst()));
  }

  @Override
  public List<String> columns(App app, Audience.Recipients whose) {
    return database
        .read(handle -> run(handle, app, whose.job()))
        .map(run -> List.copyOf(PersonalContent.of(run.content()).names().values()))
        .orElseGet(List::of);
  }

  private static String meant(Audience.Recipients whose) {
    return RecipientErasure.NOT_ERASED
        + " AND "
        + switch (whose.who()) {
          case REACHED -> REACHED;
          case RECALLED -> "state = 'sent' AND followed = 'recalled'" + recalledBy(whose);
          case SILENT -> REACHED + " AND acknowledged IS NULL";
          case NOT_REACHED -> NOT_REACHED + " AND NOT " + WITHOUT_ACCOUNT;
        };
  }

  private static String recalledBy(Audience.Recipients whose) {
    return whose.recall().isEmpty()
        ? ""
        : FollowUpId.parse(whose.recall())
            .map(id ->
                " AND seq IN (SELECT seq FROM follow_up_row WHERE follow_up = %d AND state = 'done')"
                    .formatted(id.value()))
            .orElse(" AND 1 = 0");
  }

  private static String title(Run run) {
    return new MessageText(run.markdown()).title();
  }

  private static Optional<Run> run(Handle handle, App app, String job) {
    return RunRows.ofJob(handle, app.name(), job).flatMap(id -> Runs.find(handle, id));
  }
}
