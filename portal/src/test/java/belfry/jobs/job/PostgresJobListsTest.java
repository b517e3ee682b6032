package belfry.jobs.job;

import belfry.testing.Engine;

class PostgresJobListsTest extends JobListsContract implements Engine.Postgres {}
