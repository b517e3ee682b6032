package belfry.jobs;

import belfry.testing.Engine;

class SqliteJobStoppingTest extends JobStoppingContract implements Engine.Sqlite {}
