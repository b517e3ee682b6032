package belfry.people;

import belfry.testing.Engine;

class SqliteListsTest extends ListsContract implements Engine.Sqlite {}
