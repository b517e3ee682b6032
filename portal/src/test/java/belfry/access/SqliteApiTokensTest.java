package belfry.access;

import belfry.testing.Engine;

class SqliteApiTokensTest extends ApiTokensContract implements Engine.Sqlite {}
