package belfry.people.groups;

import belfry.testing.Engine;

class SqliteFormsOfIdsTest extends FormsOfIdsContract implements Engine.Sqlite {}
