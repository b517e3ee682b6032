package belfry.jobs;

import belfry.testing.Engine;

class PostgresJobNewsTest extends JobNewsContract implements Engine.Postgres {}
