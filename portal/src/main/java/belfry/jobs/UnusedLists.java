package belfry.jobs;

import belfry.jobs.job.JobStore;
import belfry.people.audience.SavedAudiences;
import belfry.people.lists.ListId;
import belfry.people.lists.Lists;
import belfry.runs.RunReferences;
import belfry.storage.Database;
import org.jdbi.v3.core.Handle;

/**
 * Deletes lists of people that no job and no running run refers to any more. References are found
 * by searching the stored audiences, so each list is checked only once a week.
 */
public final class UnusedLists {
  private static final int AT_ONCE = 100;

  private final Database database;
  private final Lists lists;

  public UnusedLists(Database database, Lists lists) {
    this.database = database;
    this.lists = lists;
  }

  /** Deletes them and returns how many there were. */
  public int forget() {
    var gone = 0;
    var after = new ListId(0);
    while (true) {
      var from = after;
      var page = database.read(handle -> lists.idle(handle, from, AT_ONCE));
      if (page.isEmpty()) {
        return gone;
      }
      for (var list : page) {
        if (database.write(handle -> forget(handle, list))) {
          lists.delete(list);
          gone++;
        }
      }
      after = page.getLast();
    }
  }

  private boolean forget(Handle handle, ListId list) {
    var named = "%\"listId\":\"" + list + "\"%";
    if (JobStore.inAudience(handle, named)
        || RunReferences.inAudience(handle, named)
        || SavedAudiences.inAny(handle, named)) {
      lists.keep(handle, list);
      return false;
    }
    return lists.forget(handle, list);
  }
}
