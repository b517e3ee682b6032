package belfry.jobs.job;

import belfry.testing.Engine;

class SqliteJobSchedulingTest extends JobSchedulingContract implements Engine.Sqlite {}
