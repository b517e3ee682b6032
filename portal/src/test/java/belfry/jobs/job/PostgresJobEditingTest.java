package belfry.jobs.job;

import belfry.testing.Engine;

class PostgresJobEditingTest extends JobEditingContract implements Engine.Postgres {}
