package belfry.runs;

import belfry.testing.Engine;

class SqliteFollowUpRowsTest extends FollowUpRowsContract implements Engine.Sqlite {}
