package belfry.runs.followups;

import belfry.testing.Engine;

class SqliteFollowUpRowsTest extends FollowUpRowsContract implements Engine.Sqlite {}
