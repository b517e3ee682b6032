package belfry.answers;

import belfry.testing.Engine;

class SqliteAnswerTrailTest extends AnswerTrailContract implements Engine.Sqlite {}
