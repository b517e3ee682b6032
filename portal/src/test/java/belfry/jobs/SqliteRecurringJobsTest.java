package belfry.jobs;

import belfry.testing.Engine;

class SqliteRecurringJobsTest extends RecurringJobsContract implements Engine.Sqlite {}
