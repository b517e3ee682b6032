package belfry.people.directory;

import belfry.testing.Engine;

class SqlitePersonSearchTest extends PersonSearchContract implements Engine.Sqlite {}
