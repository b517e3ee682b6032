package belfry.storage;

import belfry.testing.Engine;

class PostgresIdempotencyTest extends IdempotencyContract implements Engine.Postgres {}
