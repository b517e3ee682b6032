package belfry.jobs.notices;

import belfry.testing.Engine;

class SqliteNoticesTest extends NoticesContract implements Engine.Sqlite {}
