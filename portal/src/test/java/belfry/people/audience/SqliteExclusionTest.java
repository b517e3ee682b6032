package belfry.people.audience;

import belfry.testing.Engine;

class SqliteExclusionTest extends ExclusionContract implements Engine.Sqlite {}
