package belfry.jobs;

import belfry.testing.Engine;

class SqliteNoticesTest extends NoticesContract implements Engine.Sqlite {}
