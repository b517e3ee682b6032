package belfry.delivery;

import belfry.testing.Engine;

class SqliteReadMemoryTest extends ReadMemoryContract implements Engine.Sqlite {}
