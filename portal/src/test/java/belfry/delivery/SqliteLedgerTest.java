package belfry.delivery;

import belfry.testing.Engine;

class SqliteLedgerTest extends SqlLedgerContract implements Engine.Sqlite {}
