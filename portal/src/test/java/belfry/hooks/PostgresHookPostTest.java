package belfry.hooks;

import belfry.testing.Engine;

class PostgresHookPostTest extends HookPostContract implements Engine.Postgres {}
