package belfry.answers;

import belfry.testing.Engine;

class SqliteAnswerEventsTest extends AnswerEventsContract implements Engine.Sqlite {}
