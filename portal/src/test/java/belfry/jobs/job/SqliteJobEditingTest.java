package belfry.jobs.job;

import belfry.testing.Engine;

class SqliteJobEditingTest extends JobEditingContract implements Engine.Sqlite {}
