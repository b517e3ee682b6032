package belfry.runs;

import belfry.testing.Engine;

class PostgresFollowUpRowsTest extends FollowUpRowsContract implements Engine.Postgres {}
