package belfry.delivery.expansion;

import belfry.testing.Engine;

class SqliteRecipientAddressesTest extends RecipientAddressesContract implements Engine.Sqlite {}
