package belfry.jobs.job;

import belfry.testing.Engine;

class SqliteJobNewsTest extends JobNewsContract implements Engine.Sqlite {}
