package belfry.jobs;

import belfry.testing.Engine;

class PostgresJobSchedulingTest extends JobSchedulingContract implements Engine.Postgres {}
