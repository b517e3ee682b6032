package belfry.runs;

import belfry.testing.Engine;

class PostgresRecipientCountsTest extends RecipientCountsContract implements Engine.Postgres {}
