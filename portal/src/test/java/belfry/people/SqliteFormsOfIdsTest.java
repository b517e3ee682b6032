package belfry.people;

import belfry.testing.Engine;

class SqliteFormsOfIdsTest extends FormsOfIdsContract implements Engine.Sqlite {}
