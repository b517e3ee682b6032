package belfry.jobs;

import belfry.testing.Engine;

class SqliteLastTimeTest extends LastTimeContract implements Engine.Sqlite {}
