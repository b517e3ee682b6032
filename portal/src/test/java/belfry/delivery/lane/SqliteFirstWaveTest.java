package belfry.delivery.lane;

import belfry.testing.Engine;

class SqliteFirstWaveTest extends FirstWaveContract implements Engine.Sqlite {}
