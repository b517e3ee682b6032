package belfry.access;

import belfry.testing.Engine;

class PostgresAuditTest extends AuditContract implements Engine.Postgres {}
