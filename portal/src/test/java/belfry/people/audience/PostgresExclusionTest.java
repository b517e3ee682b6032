package belfry.people.audience;

import belfry.testing.Engine;

class PostgresExclusionTest extends ExclusionContract implements Engine.Postgres {}
