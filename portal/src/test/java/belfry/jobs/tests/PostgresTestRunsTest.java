package belfry.jobs.tests;

import belfry.testing.Engine;

class PostgresTestRunsTest extends TestRunsContract implements Engine.Postgres {}
