package belfry.jobs.job;

import belfry.testing.Engine;

class SqliteJobStoppingTest extends JobStoppingContract implements Engine.Sqlite {}
