package belfry.runs.followups;

import belfry.testing.Engine;

class PostgresFollowUpRowsTest extends FollowUpRowsContract implements Engine.Postgres {}
