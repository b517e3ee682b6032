package belfry.jobs;

import belfry.testing.Engine;

class SqliteRepeatedRequestsTest extends RepeatedRequestsContract implements Engine.Sqlite {}
