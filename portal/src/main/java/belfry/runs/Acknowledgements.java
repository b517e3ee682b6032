package belfry.runs;

import belfry.platform.PersonId;
import belfry.platform.PlatformId;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Who has acknowledged a run's message, and how many have. It is written once for each person and
 * never taken back, in the transaction that stores their answer.
 */
public final class Acknowledgements {
  private Acknowledgements() {}

  /**
   * Notes that this person has acknowledged it, if they are a recipient; false if that is known, or
   * if they are none.
   */
  public static boolean add(Handle handle, RunId run, PersonId person, Instant at) {
    var forms = new LinkedHashSet<>(PlatformId.otherForms(person.value()));
    forms.add(person.value());
    var isNew =
        handle
                .createUpdate(
                    """
                    UPDATE recipient SET acknowledged = :at
                    WHERE run = :run AND target IN (<forms>) AND kind = 'person' AND acknowledged IS NULL
                    """)
                .bindList("forms", List.copyOf(forms))
                .bind("at", at)
                .bind("run", run.value())
                .execute()
            > 0;
    if (isNew) {
      handle.execute("UPDATE run SET acknowledged = acknowledged + 1 WHERE id = ?", run.value());
    }
    return isNew;
  }
}
