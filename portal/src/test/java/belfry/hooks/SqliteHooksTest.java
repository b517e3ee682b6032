package belfry.hooks;

import belfry.testing.Engine;

class SqliteHooksTest extends HooksContract implements Engine.Sqlite {}
