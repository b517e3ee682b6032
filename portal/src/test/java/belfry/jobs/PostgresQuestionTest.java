package belfry.jobs;

import belfry.testing.Engine;

class PostgresQuestionTest extends QuestionContract implements Engine.Postgres {}
