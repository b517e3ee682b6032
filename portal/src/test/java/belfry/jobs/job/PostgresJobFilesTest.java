package belfry.jobs.job;

import belfry.testing.Engine;

class PostgresJobFilesTest extends JobFilesContract implements Engine.Postgres {}
