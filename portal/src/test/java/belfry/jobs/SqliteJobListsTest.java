package belfry.jobs;

import belfry.testing.Engine;

class SqliteJobListsTest extends JobListsContract implements Engine.Sqlite {}
