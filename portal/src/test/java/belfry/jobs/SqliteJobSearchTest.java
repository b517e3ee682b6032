package belfry.jobs;

import belfry.testing.Engine;

class SqliteJobSearchTest extends JobSearchContract implements Engine.Sqlite {}
