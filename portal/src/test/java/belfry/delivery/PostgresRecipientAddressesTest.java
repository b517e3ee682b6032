package belfry.delivery;

import belfry.testing.Engine;

class PostgresRecipientAddressesTest extends RecipientAddressesContract
    implements Engine.Postgres {}
