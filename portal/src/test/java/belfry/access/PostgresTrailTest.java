package belfry.access;

import belfry.testing.Engine;

class PostgresTrailTest extends TrailContract implements Engine.Postgres {}
