package belfry.people;

import belfry.storage.Database;
import belfry.testing.Engine;

class PostgresPeopleByNameTest extends PeopleByNameContract implements Engine.Postgres {
  /** As for a large table: a small one is always read as a whole. */
  @Override
  String plan(Database here, String query) {
    return here.write(handle -> {
      handle.execute("SET LOCAL enable_seqscan = off");
      handle.execute("SET LOCAL enable_sort = off");
      return handle
          .createQuery("EXPLAIN " + query)
          .bind("from", "a")
          .bind("until", "b")
          .bind("most", 50)
          .mapTo(String.class)
          .list()
          .toString();
    });
  }
}
