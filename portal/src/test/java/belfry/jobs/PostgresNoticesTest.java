package belfry.jobs;

import belfry.testing.Engine;

class PostgresNoticesTest extends NoticesContract implements Engine.Postgres {}
