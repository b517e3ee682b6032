package belfry.jobs.reminders;

import belfry.testing.Engine;

class SqliteJobRemindersTest extends JobRemindersContract implements Engine.Sqlite {}
