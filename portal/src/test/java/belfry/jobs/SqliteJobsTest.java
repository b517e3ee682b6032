package belfry.jobs;

import belfry.testing.Engine;

class SqliteJobsTest extends JobsContract implements Engine.Sqlite {}
