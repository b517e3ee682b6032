package belfry.jobs.job;

import belfry.testing.Engine;

class SqliteJobSearchTest extends JobSearchContract implements Engine.Sqlite {}
