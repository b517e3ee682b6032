package belfry.hooks;

import belfry.testing.Engine;

class PostgresHookDeliveryTest extends HookDeliveryContract implements Engine.Postgres {}
