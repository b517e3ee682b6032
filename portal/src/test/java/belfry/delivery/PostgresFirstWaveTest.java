package belfry.delivery;

import belfry.testing.Engine;

class PostgresFirstWaveTest extends FirstWaveContract implements Engine.Postgres {}
