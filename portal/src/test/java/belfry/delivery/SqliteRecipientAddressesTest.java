package belfry.delivery;

import belfry.testing.Engine;

class SqliteRecipientAddressesTest extends RecipientAddressesContract implements Engine.Sqlite {}
