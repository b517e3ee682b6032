package belfry.jobs;

import belfry.testing.Engine;

class SqliteJobFilesTest extends JobFilesContract implements Engine.Sqlite {}
