package belfry.delivery.adapters;

import belfry.testing.Engine;

class PostgresReadMemoryTest extends ReadMemoryContract implements Engine.Postgres {}
