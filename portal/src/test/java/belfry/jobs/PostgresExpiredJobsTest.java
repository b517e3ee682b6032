package belfry.jobs;

import belfry.testing.Engine;

class PostgresExpiredJobsTest extends ExpiredJobsContract implements Engine.Postgres {}
