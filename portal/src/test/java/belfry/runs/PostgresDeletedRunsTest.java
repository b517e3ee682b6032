package belfry.runs;

import belfry.testing.Engine;

class PostgresDeletedRunsTest extends DeletedRunsContract implements Engine.Postgres {}
