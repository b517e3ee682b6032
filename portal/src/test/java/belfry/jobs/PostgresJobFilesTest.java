package belfry.jobs;

import belfry.testing.Engine;

class PostgresJobFilesTest extends JobFilesContract implements Engine.Postgres {}
