package belfry.jobs.job;

import belfry.testing.Engine;

class PostgresRecurringJobsTest extends RecurringJobsContract implements Engine.Postgres {}
