package belfry.jobs;

import belfry.testing.Engine;

class SqliteJobEditingTest extends JobEditingContract implements Engine.Sqlite {}
