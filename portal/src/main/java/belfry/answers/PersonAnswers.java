package belfry.answers;

import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What one person answered to messages of some runs. */
public final class PersonAnswers {
  /** The newest; nobody reads more of them beside the messages. */
  private static final int MOST = 500;

  private final Database database;

  public PersonAnswers(Database database) {
    this.database = database;
  }

  /** The answers to each of these runs, the earliest first; runs without any are absent. */
  public Map<RunId, List<ReceivedAnswer>> to(Collection<RunId> runs, PersonId person) {
    if (runs.isEmpty()) {
      return Map.of();
    }
    var newest =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT id, app, kind, source, job, run, recipient, person, name, email, text, inputs,
                      files, readable, written, received, done_at, done_by, done_by_name
                    FROM answer WHERE person_key = :person AND run IN (<runs>)
                    ORDER BY id DESC LIMIT :most
                    """)
                .bind("person", PlatformId.key(person))
                .bindList("runs", runs.stream().map(RunId::value).toList())
                .bind("most", MOST)
                .map(AnswerStore.SEEN)
                .list());
    return newest.reversed().stream()
        .collect(Collectors.groupingBy(answer -> answer.about().run()));
  }
}
