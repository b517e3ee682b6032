package belfry.jobs.job;

import belfry.testing.Engine;

class SqliteQuestionTest extends QuestionContract implements Engine.Sqlite {}
