package belfry.people.lists;

import belfry.testing.Engine;

class SqliteListsTest extends ListsContract implements Engine.Sqlite {}
