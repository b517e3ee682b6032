package belfry.people;

import belfry.testing.Engine;

class PostgresExclusionTest extends ExclusionContract implements Engine.Postgres {}
