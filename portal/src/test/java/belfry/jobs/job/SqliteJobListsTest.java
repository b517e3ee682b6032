package belfry.jobs.job;

import belfry.testing.Engine;

class SqliteJobListsTest extends JobListsContract implements Engine.Sqlite {}
