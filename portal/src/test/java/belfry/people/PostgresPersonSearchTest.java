package belfry.people;

import belfry.testing.Engine;

class PostgresPersonSearchTest extends PersonSearchContract implements Engine.Postgres {}
