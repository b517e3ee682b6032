package belfry.jobs.job;

import belfry.apps.AppName;
import belfry.base.Folded;
import belfry.people.audience.Audience;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import belfry.storage.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/**
 * What a search over jobs finds: each word that is asked for stands anywhere in the title, the
 * author's name, the reference or the first names of the audience, or a word of the text, of the
 * reference or of all those names begins with it.
 *
 * <p>The former are short and folded into one column. The latter are rows of their own, kept as
 * bytes: those have one order on both engines, so that an index serves what begins alike.
 */
public final class JobWords {
  private static final int MOST_ASKED = 8;

  /** As many as a list shows. */
  private static final int FIRST_NAMES = 3;

  private static final int CAUGHT_UP_AT_ONCE = 50;

  private final List<String> asked;

  private JobWords(List<String> asked) {
    this.asked = asked;
  }

  /** For whatever was typed; of very many words the first. */
  public static JobWords of(String typed) {
    return new JobWords(Folded.sought(typed).stream().limit(MOST_ASKED).toList());
  }

  /** The words that are asked for, folded. */
  public List<String> asked() {
    return asked;
  }

  /**
   * The jobs before {@code :before} that have a word beginning with each that is asked for, as SQL;
   * only the index of words is read. With {@code IN} PostgreSQL would look each up in two tables,
   * because it cannot estimate how many words begin alike.
   */
  public String byBeginnings() {
    // An intersection holds each once anyway.
    var select = asked.size() == 1 ? "SELECT DISTINCT" : "SELECT";
    return IntStream.range(0, asked.size())
        .mapToObj(i ->
            """
            %2$s job FROM job_word
            WHERE app = :app AND word >= :from%1$d AND word < :until%1$d AND job < :before
            """
                .formatted(i, select))
        .collect(Collectors.joining(" INTERSECT "));
  }

  /** What must hold of a job, as SQL with parameters of its own and {@code :app}. */
  List<String> conditions() {
    var conditions = new ArrayList<String>();
    for (var i = 0; i < asked.size(); i++) {
      conditions.add(
          """
          (search_key LIKE :anywhere%1$d ESCAPE '!' OR id IN (
            SELECT job FROM job_word WHERE app = :app AND word >= :from%1$d AND word < :until%1$d))
          """
              .formatted(i));
    }
    return conditions;
  }

  void bind(SqlStatement<?> statement) {
    for (var i = 0; i < asked.size(); i++) {
      statement.bind("anywhere" + i, Folded.anywhere(asked.get(i)));
    }
    bindBeginnings(statement);
  }

  public void bindBeginnings(SqlStatement<?> statement) {
    for (var i = 0; i < asked.size(); i++) {
      var from = bytes(asked.get(i));
      var until = from.clone();
      // No byte of UTF-8 is the last there is.
      until[until.length - 1]++;
      statement.bind("from" + i, from).bind("until" + i, until);
    }
  }

  /** The column that is searched anywhere. */
  static String key(Job job) {
    var names = names(job).limit(FIRST_NAMES).collect(Collectors.joining("\n"));
    var all = String.join("\n", job.title(), job.authorName(), names);
    return Folded.of(job.reference().isEmpty() ? all : all + "\n" + job.reference());
  }

  /** Whether exactly this is searched already: most changes of a job are none of its words. */
  static boolean isWritten(Handle handle, Job job) {
    return handle
        .createQuery(
            """
            SELECT 1 FROM job WHERE id = ? AND search_key = ? AND markdown = ? AND audience = ?
              AND NOT EXISTS (SELECT 1 FROM job_unsearched WHERE job_unsearched.job = job.id)
            """)
        .bind(0, job.id().value())
        .bind(1, key(job))
        .bind(2, job.text().markdown())
        .bind(3, Json.write(job.audience()))
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  static void write(Handle handle, Job job) {
    delete(handle, job.id());
    var words = words(job);
    if (words.isEmpty()) {
      return;
    }
    var batch = handle.prepareBatch("INSERT INTO job_word (app, word, job) VALUES (?, ?, ?)");
    words.forEach(word -> batch.add(job.app(), bytes(word), job.id().value()));
    batch.execute();
  }

  static void delete(Handle handle, JobId job) {
    handle.execute("DELETE FROM job_word WHERE job = ?", job.value());
    handle.execute("DELETE FROM job_unsearched WHERE job = ?", job.value());
  }

  private static Set<String> words(Job job) {
    var words = new LinkedHashSet<>(Folded.words(job.text().plainText()));
    words.addAll(Folded.words(job.authorName()));
    words.addAll(Folded.words(job.reference()));
    names(job).map(Folded::words).forEach(words::addAll);
    return words;
  }

  /** Of whom it goes to; who is left out is not looked for. */
  private static Stream<String> names(Job job) {
    return job.audience().entries().stream().map(Audience.Entry::name);
  }

  /** A job that the search does not find yet; without an app once it is deleted. */
  private record Older(JobId id, Optional<AppName> app) {}

  /**
   * Has the search find some jobs that are older than it.
   *
   * @return false when it finds all
   */
  public static boolean catchUp(Database database) {
    return database.write(handle -> {
      var older =
          handle
              .createQuery(
                  """
                  SELECT older.job, job.app FROM job_unsearched older
                  LEFT JOIN job ON job.id = older.job ORDER BY older.job LIMIT ?
                  """)
              .bind(0, CAUGHT_UP_AT_ONCE)
              .map((row, _) ->
                  new Older(
                      new JobId(row.getLong("job")),
                      Optional.ofNullable(row.getString("app")).map(AppName::new)))
              .list();
      for (var one : older) {
        var id = one.id;
        // Its row may be gone, or its words written down since. What can be read of a damaged one
        // is found as well, so that it keeps no other from being found.
        one.app
            .flatMap(app -> JobStore.seen(handle, app, id))
            .ifPresentOrElse(
                job -> {
                  write(handle, job);
                  handle.execute(
                      "UPDATE job SET search_key = ? WHERE id = ?", key(job), id.value());
                },
                () -> delete(handle, id));
      }
      return !older.isEmpty();
    });
  }

  private static byte[] bytes(String word) {
    return word.getBytes(StandardCharsets.UTF_8);
  }
}
