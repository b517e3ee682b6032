package belfry.runs;

import belfry.messages.AttachmentId;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** What runs that go on refer to, so that it is not forgotten. */
public final class RunReferences {
  private RunReferences() {}

  /** Those of these files to which one refers. */
  public static Set<AttachmentId> attachments(Handle handle, Collection<AttachmentId> files) {
    return handle
        .createQuery(
            "SELECT attachment FROM run WHERE attachment IN (<files>) AND gate <> 'closed'")
        .bindList("files", files.stream().map(AttachmentId::value).toList())
        .map((row, _) -> new AttachmentId(row.getLong("attachment")))
        .collect(Collectors.toSet());
  }

  /** Whether the audience of one is stored with these words in it, as {@code LIKE} has them. */
  public static boolean inAudience(Handle handle, String words) {
    return handle
        .createQuery("SELECT 1 FROM run WHERE audience LIKE ? AND gate <> 'closed' LIMIT 1")
        .bind(0, words)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }
}
