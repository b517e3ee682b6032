package belfry.jobs;

import belfry.testing.Engine;

class PostgresJobListsTest extends JobListsContract implements Engine.Postgres {}
