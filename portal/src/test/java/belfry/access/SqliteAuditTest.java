package belfry.access;

import belfry.testing.Engine;

class SqliteAuditTest extends AuditContract implements Engine.Sqlite {}
