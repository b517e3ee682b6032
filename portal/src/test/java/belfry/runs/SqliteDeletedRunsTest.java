package belfry.runs;

import belfry.testing.Engine;

class SqliteDeletedRunsTest extends DeletedRunsContract implements Engine.Sqlite {}
