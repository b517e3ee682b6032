package belfry.access;

import belfry.testing.Engine;

class PostgresApiTokensTest extends ApiTokensContract implements Engine.Postgres {}
