package belfry.jobs.job;

import belfry.testing.Engine;

class PostgresJobSearchTest extends JobSearchContract implements Engine.Postgres {}
