package belfry.answers;

import belfry.testing.Engine;

class SqliteAnswerStoreTest extends AnswerStoreContract implements Engine.Sqlite {}
