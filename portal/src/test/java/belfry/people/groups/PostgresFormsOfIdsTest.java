package belfry.people.groups;

import belfry.testing.Engine;

class PostgresFormsOfIdsTest extends FormsOfIdsContract implements Engine.Postgres {}
