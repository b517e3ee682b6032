package belfry.people;

import belfry.testing.Engine;

class SqlitePersonSearchTest extends PersonSearchContract implements Engine.Sqlite {}
