package belfry.hooks;

import belfry.testing.Engine;

class PostgresHookNewsTest extends HookNewsContract implements Engine.Postgres {}
