package belfry.jobs;

import belfry.testing.Engine;

class PostgresRepeatedRequestsTest extends RepeatedRequestsContract implements Engine.Postgres {}
