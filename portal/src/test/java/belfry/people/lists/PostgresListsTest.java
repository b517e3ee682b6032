package belfry.people.lists;

import belfry.testing.Engine;

class PostgresListsTest extends ListsContract implements Engine.Postgres {}
