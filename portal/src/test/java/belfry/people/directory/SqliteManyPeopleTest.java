package belfry.people.directory;

import belfry.testing.Engine;

class SqliteManyPeopleTest extends ManyPeopleContract implements Engine.Sqlite {}
