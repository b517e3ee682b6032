package belfry.people;

import belfry.testing.Engine;

class PostgresListsTest extends ListsContract implements Engine.Postgres {}
