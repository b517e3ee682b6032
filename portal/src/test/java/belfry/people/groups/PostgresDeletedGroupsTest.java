package belfry.people.groups;

import belfry.testing.Engine;

class PostgresDeletedGroupsTest extends DeletedGroupsContract implements Engine.Postgres {}
