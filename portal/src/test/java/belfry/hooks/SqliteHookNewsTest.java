package belfry.hooks;

import belfry.testing.Engine;

class SqliteHookNewsTest extends HookNewsContract implements Engine.Sqlite {}
