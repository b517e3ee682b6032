package belfry.jobs;

import belfry.testing.Engine;

class SqliteQuestionTest extends QuestionContract implements Engine.Sqlite {}
