package belfry.jobs.job;

import belfry.apps.AppName;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What jobs are called, without anything else of them. */
public final class JobTitles {
  private static final int AT_ONCE = 500;

  private final Database database;

  public JobTitles(Database database) {
    this.database = database;
  }

  /** Of those among these that the app has. */
  public Map<JobId, String> of(AppName app, Collection<JobId> ids) {
    var all = List.copyOf(ids);
    var titles = new HashMap<JobId, String>();
    for (var from = 0; from < all.size(); from += AT_ONCE) {
      var some = all.subList(from, Math.min(all.size(), from + AT_ONCE));
      database.read(handle -> {
        handle
            .createQuery("SELECT id, title FROM job WHERE app = :app AND id IN (<ids>)")
            .bind("app", app)
            .bindList("ids", some.stream().map(JobId::value).toList())
            .map((row, _) -> Map.entry(new JobId(row.getLong("id")), row.getString("title")))
            .forEach(one -> titles.put(one.getKey(), one.getValue()));
        return titles.size();
      });
    }
    return titles;
  }
}
