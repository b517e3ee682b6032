package belfry.runs;

import belfry.messages.AttachmentId;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Finds the files and lists that running runs refer to, so that they are not deleted. */
public final class RunReferences {
  private RunReferences() {}

  /** Those of these files that a running run refers to. */
  public static Set<AttachmentId> attachments(Handle handle, Collection<AttachmentId> files) {
    return handle
        .createQuery(
            "SELECT attachment FROM run WHERE attachment IN (<files>) AND gate <> 'closed'")
        .bindList("files", files.stream().map(AttachmentId::value).toList())
        .map((row, _) -> new AttachmentId(row.getLong("attachment")))
        .collect(Collectors.toSet());
  }

  /** Whether the stored audience of a running run matches this pattern of {@code LIKE}. */
  public static boolean inAudience(Handle handle, String words) {
    return handle
        .createQuery("SELECT 1 FROM run WHERE audience LIKE ? AND gate <> 'closed' LIMIT 1")
        .bind(0, words)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }
}
