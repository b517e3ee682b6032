package belfry.answers;

import belfry.testing.Engine;

class PostgresAnswerStoreTest extends AnswerStoreContract implements Engine.Postgres {}
