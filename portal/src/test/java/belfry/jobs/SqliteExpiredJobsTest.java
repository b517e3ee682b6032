package belfry.jobs;

import belfry.testing.Engine;

class SqliteExpiredJobsTest extends ExpiredJobsContract implements Engine.Sqlite {}
