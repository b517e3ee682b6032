package belfry.jobs.job;

import belfry.testing.Engine;

class PostgresJobNewsTest extends JobNewsContract implements Engine.Postgres {}
