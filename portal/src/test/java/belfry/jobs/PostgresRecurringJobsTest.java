package belfry.jobs;

import belfry.testing.Engine;

class PostgresRecurringJobsTest extends RecurringJobsContract implements Engine.Postgres {}
