package belfry.access;

import belfry.testing.Engine;

class PostgresAccessTest extends AccessContract implements Engine.Postgres {}
