package belfry.delivery.expansion;

import belfry.testing.Engine;

class PostgresRecipientAddressesTest extends RecipientAddressesContract
    implements Engine.Postgres {}
