package belfry.jobs.job;

import belfry.testing.Engine;

class PostgresRepeatedRequestsTest extends RepeatedRequestsContract implements Engine.Postgres {}
