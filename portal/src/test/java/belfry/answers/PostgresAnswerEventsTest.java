package belfry.answers;

import belfry.testing.Engine;

class PostgresAnswerEventsTest extends AnswerEventsContract implements Engine.Postgres {}
