package belfry.jobs.job;

import belfry.testing.Engine;

class PostgresJobStoppingTest extends JobStoppingContract implements Engine.Postgres {}
