package belfry.jobs.reminders;

import belfry.testing.Engine;

class PostgresJobRemindersTest extends JobRemindersContract implements Engine.Postgres {}
