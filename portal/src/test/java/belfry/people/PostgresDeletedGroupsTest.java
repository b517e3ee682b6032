package belfry.people;

import belfry.testing.Engine;

class PostgresDeletedGroupsTest extends DeletedGroupsContract implements Engine.Postgres {}
