package belfry.jobs.job;

import belfry.testing.Engine;

class SqliteRepeatedRequestsTest extends RepeatedRequestsContract implements Engine.Sqlite {}
