package belfry.storage;

import belfry.testing.Engine;

class SqliteIdempotencyTest extends IdempotencyContract implements Engine.Sqlite {}
