package belfry.people;

import belfry.testing.Engine;

class SqliteManyPeopleTest extends ManyPeopleContract implements Engine.Sqlite {}
