package belfry.jobs.job;

import belfry.testing.Engine;

class SqliteJobFilesTest extends JobFilesContract implements Engine.Sqlite {}
