package belfry.jobs;

import belfry.testing.Engine;

class PostgresLastTimeTest extends LastTimeContract implements Engine.Postgres {}
