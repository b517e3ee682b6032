package belfry.delivery.lane;

import belfry.testing.Engine;

class SqliteLedgerTest extends SqlLedgerContract implements Engine.Sqlite {}
