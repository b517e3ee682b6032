package belfry.jobs.tests;

import belfry.testing.Engine;

class SqliteTestRunsTest extends TestRunsContract implements Engine.Sqlite {}
