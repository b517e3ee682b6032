package belfry.people;

import belfry.testing.Engine;

class PostgresManyPeopleTest extends ManyPeopleContract implements Engine.Postgres {}
