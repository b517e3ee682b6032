package belfry.people;

import belfry.testing.Engine;

class PostgresFormsOfIdsTest extends FormsOfIdsContract implements Engine.Postgres {}
