package belfry.people.directory;

import belfry.testing.Engine;

class PostgresManyPeopleTest extends ManyPeopleContract implements Engine.Postgres {}
