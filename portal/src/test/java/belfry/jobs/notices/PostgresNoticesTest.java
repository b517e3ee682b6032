package belfry.jobs.notices;

import belfry.testing.Engine;

class PostgresNoticesTest extends NoticesContract implements Engine.Postgres {}
