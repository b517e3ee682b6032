package belfry.hooks;

import belfry.testing.Engine;

class SqliteHookDeliveryTest extends HookDeliveryContract implements Engine.Sqlite {}
