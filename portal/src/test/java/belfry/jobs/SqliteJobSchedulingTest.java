package belfry.jobs;

import belfry.testing.Engine;

class SqliteJobSchedulingTest extends JobSchedulingContract implements Engine.Sqlite {}
