package belfry.delivery;

import belfry.testing.Engine;

class PostgresReadMemoryTest extends ReadMemoryContract implements Engine.Postgres {}
