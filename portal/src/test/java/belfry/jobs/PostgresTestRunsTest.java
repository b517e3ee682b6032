package belfry.jobs;

import belfry.testing.Engine;

class PostgresTestRunsTest extends TestRunsContract implements Engine.Postgres {}
