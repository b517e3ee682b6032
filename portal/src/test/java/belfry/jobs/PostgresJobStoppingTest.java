package belfry.jobs;

import belfry.testing.Engine;

class PostgresJobStoppingTest extends JobStoppingContract implements Engine.Postgres {}
