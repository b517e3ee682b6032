package belfry.delivery.doublecheck;

import belfry.testing.Engine;

class PostgresRecipientAddressesTest extends RecipientAddressesContract
    implements Engine.Postgres {}
