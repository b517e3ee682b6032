package belfry.jobs;

import belfry.jobs.job.JobStore;
import belfry.messages.AttachmentId;
import belfry.messages.Attachments;
import belfry.platform.ids.Forgotten;
import belfry.runs.RunReferences;
import belfry.storage.Database;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Deletes files that no job and no running run refers to any more, a few at a time. A file that is
 * referred to again meanwhile is kept: every new reference goes through {@link Attachments#use},
 * after which the file no longer counts as unused.
 */
public final class UnusedFiles {
  private static final int AT_ONCE = 500;

  private final Database database;
  private final Attachments attachments;

  public UnusedFiles(Database database, Attachments attachments) {
    this.database = database;
    this.attachments = attachments;
  }

  /** Deletes them and returns how many there were. */
  public int forget() {
    var gone = 0;
    var after = new AttachmentId(0);
    while (true) {
      var from = after;
      var page = database.read(handle -> attachments.idle(handle, from, AT_ONCE));
      if (page.isEmpty()) {
        return gone;
      }
      gone += database.write(handle -> forget(handle, page));
      after = page.getLast();
    }
  }

  private int forget(Handle handle, List<AttachmentId> files) {
    return attachments.forget(handle, unused(handle, files));
  }

  private static List<AttachmentId> unused(Handle handle, List<AttachmentId> files) {
    var unused = new ArrayList<>(files);
    unused.removeAll(JobStore.attachments(handle, files));
    unused.removeAll(RunReferences.attachments(handle, files));
    return unused;
  }

  /**
   * Whoever brought files and is to be forgotten; how many files. What is unused is nobody else's
   * and goes at once.
   */
  public static int erase(Handle handle, Forgotten forgotten) {
    var theirs = Attachments.erase(handle, forgotten);
    if (!theirs.isEmpty()) {
      Attachments.delete(handle, unused(handle, theirs));
    }
    return theirs.size();
  }
}
