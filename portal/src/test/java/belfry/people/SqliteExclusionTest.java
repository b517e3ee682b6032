package belfry.people;

import belfry.testing.Engine;

class SqliteExclusionTest extends ExclusionContract implements Engine.Sqlite {}
