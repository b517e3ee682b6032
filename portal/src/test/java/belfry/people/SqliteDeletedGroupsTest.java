package belfry.people;

import belfry.testing.Engine;

class SqliteDeletedGroupsTest extends DeletedGroupsContract implements Engine.Sqlite {}
