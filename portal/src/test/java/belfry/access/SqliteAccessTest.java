package belfry.access;

import belfry.testing.Engine;

class SqliteAccessTest extends AccessContract implements Engine.Sqlite {}
