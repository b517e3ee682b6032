package belfry.jobs.job;

import belfry.testing.Engine;

class PostgresJobSchedulingTest extends JobSchedulingContract implements Engine.Postgres {}
