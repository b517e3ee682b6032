package belfry.delivery.lane;

class SqliteLedgerTest extends SqlLedgerContract {}
