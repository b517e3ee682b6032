package belfry.jobs;

import belfry.testing.Engine;

class PostgresJobEditingTest extends JobEditingContract implements Engine.Postgres {}
