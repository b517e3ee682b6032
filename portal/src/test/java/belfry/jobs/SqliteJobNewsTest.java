package belfry.jobs;

import belfry.testing.Engine;

class SqliteJobNewsTest extends JobNewsContract implements Engine.Sqlite {}
