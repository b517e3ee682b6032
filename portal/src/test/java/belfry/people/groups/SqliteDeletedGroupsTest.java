package belfry.people.groups;

import belfry.testing.Engine;

class SqliteDeletedGroupsTest extends DeletedGroupsContract implements Engine.Sqlite {}
