package belfry.storage;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A question that is asked again and again. Where nobody else can change the database, it is put to
 * it only if something was committed since. Its answer must depend on nothing else, such as the
 * time.
 */
public final class CachedRead<T> {
  private final Database database;
  private final Work<T> work;
  private volatile @Nullable Answer<T> last;

  private record Answer<T>(long commits, T value) {}

  public CachedRead(Database database, Work<T> work) {
    this.database = database;
    this.work = work;
  }

  /** May be called from any thread. */
  public T get() {
    // Counted before it is read: what is committed meanwhile may be missing in the answer.
    var commits = database.commits();
    return known(commits).orElseGet(() -> read(commits)).value;
  }

  private Optional<Answer<T>> known(OptionalLong commits) {
    return Optional.ofNullable(last)
        .filter(answer -> commits.isPresent() && commits.getAsLong() == answer.commits);
  }

  private Answer<T> read(OptionalLong commits) {
    var answer = new Answer<>(commits.orElse(0), database.read(work));
    last = answer;
    return answer;
  }
}
