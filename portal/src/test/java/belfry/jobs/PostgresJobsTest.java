package belfry.jobs;

import belfry.testing.Engine;

class PostgresJobsTest extends JobsContract implements Engine.Postgres {}
