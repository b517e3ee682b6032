package belfry.jobs.checking;

import belfry.testing.Engine;

class PostgresLastTimeTest extends LastTimeContract implements Engine.Postgres {}
