package belfry.hooks;

import belfry.testing.Engine;

class PostgresHooksTest extends HooksContract implements Engine.Postgres {}
