package belfry.jobs.job;

import belfry.testing.Engine;

class PostgresJobWordsTest extends JobWordsContract implements Engine.Postgres {}
