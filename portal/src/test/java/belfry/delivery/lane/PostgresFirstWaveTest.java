package belfry.delivery.lane;

import belfry.testing.Engine;

class PostgresFirstWaveTest extends FirstWaveContract implements Engine.Postgres {}
