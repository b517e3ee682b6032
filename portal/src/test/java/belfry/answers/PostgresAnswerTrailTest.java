package belfry.answers;

import belfry.testing.Engine;

class PostgresAnswerTrailTest extends AnswerTrailContract implements Engine.Postgres {}
