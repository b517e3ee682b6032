package belfry.delivery.adapters;

import belfry.testing.Engine;

class SqliteReadMemoryTest extends ReadMemoryContract implements Engine.Sqlite {}
