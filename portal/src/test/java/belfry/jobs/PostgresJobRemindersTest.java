package belfry.jobs;

import belfry.testing.Engine;

class PostgresJobRemindersTest extends JobRemindersContract implements Engine.Postgres {}
