package belfry.jobs;

import belfry.testing.Engine;

class SqliteTestRunsTest extends TestRunsContract implements Engine.Sqlite {}
