package belfry.jobs.checking;

import belfry.testing.Engine;

class SqliteLastTimeTest extends LastTimeContract implements Engine.Sqlite {}
