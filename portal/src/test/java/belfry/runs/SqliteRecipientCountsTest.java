package belfry.runs;

import belfry.testing.Engine;

class SqliteRecipientCountsTest extends RecipientCountsContract implements Engine.Sqlite {}
