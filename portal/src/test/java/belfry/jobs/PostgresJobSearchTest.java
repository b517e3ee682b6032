package belfry.jobs;

import belfry.testing.Engine;

class PostgresJobSearchTest extends JobSearchContract implements Engine.Postgres {}
