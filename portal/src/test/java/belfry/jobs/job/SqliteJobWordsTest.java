package belfry.jobs.job;

import belfry.testing.Engine;

class SqliteJobWordsTest extends JobWordsContract implements Engine.Sqlite {}
