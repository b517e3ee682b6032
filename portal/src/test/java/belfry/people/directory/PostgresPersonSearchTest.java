package belfry.people.directory;

import belfry.testing.Engine;

class PostgresPersonSearchTest extends PersonSearchContract implements Engine.Postgres {}
