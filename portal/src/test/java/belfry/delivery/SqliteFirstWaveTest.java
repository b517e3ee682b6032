package belfry.delivery;

import belfry.testing.Engine;

class SqliteFirstWaveTest extends FirstWaveContract implements Engine.Sqlite {}
