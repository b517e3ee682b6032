package belfry.hooks;

import belfry.testing.Engine;

class SqliteHookPostTest extends HookPostContract implements Engine.Sqlite {}
