package belfry.runs;

import belfry.apps.AppName;
import belfry.messages.Content;
import belfry.platform.ids.PersonId;
import org.jdbi.v3.core.Handle;

/** What authors have tested, read from the rows of runs. */
public final class MessageTestRecord {
  private MessageTestRecord() {}

  /** How many tests of this person are not finished. */
  public static int openTests(Handle handle, AppName app, PersonId person) {
    return handle
        .createQuery(
            """
            SELECT COUNT(*) FROM run
            WHERE app = ? AND started_by = ? AND kind = 'test' AND gate <> 'closed'
            """)
        .bind(0, app)
        .bind(1, person)
        .mapTo(Integer.class)
        .one();
  }

  /** Whether this person has received exactly this content as a test. */
  public static boolean isTested(Handle handle, AppName app, PersonId person, Content content) {
    return handle
        .createQuery(
            """
            SELECT markdown, attachment, card FROM run
            WHERE app = ? AND started_by = ? AND kind = 'test' AND sent > 0 AND markdown = ?
            """)
        .bind(0, app)
        .bind(1, person)
        .bind(2, content.markdown())
        .map((row, _) -> ContentColumns.content(row))
        .stream()
        .anyMatch(content::equals);
  }
}
