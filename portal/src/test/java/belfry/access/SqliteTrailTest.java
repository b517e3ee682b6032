package belfry.access;

import belfry.testing.Engine;

class SqliteTrailTest extends TrailContract implements Engine.Sqlite {}
