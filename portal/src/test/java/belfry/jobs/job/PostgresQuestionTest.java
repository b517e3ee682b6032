package belfry.jobs.job;

import belfry.testing.Engine;

class PostgresQuestionTest extends QuestionContract implements Engine.Postgres {}
