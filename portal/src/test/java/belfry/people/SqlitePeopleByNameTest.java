package belfry.people;

import belfry.storage.Database;
import belfry.testing.Engine;

class SqlitePeopleByNameTest extends PeopleByNameContract implements Engine.Sqlite {
  @Override
  String plan(Database here, String query) {
    return here.read(handle ->
        handle
            .createQuery("EXPLAIN QUERY PLAN " + query)
            .bind("from", "a")
            .bind("until", "b")
            .bind("most", 50)
            .map((row, _) -> row.getString("detail"))
            .list()
            .toString());
  }
}
