package belfry.jobs.job;

import belfry.testing.Engine;

class SqliteRecurringJobsTest extends RecurringJobsContract implements Engine.Sqlite {}
