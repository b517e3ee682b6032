package belfry.jobs;

import belfry.testing.Engine;

class SqliteJobRemindersTest extends JobRemindersContract implements Engine.Sqlite {}
