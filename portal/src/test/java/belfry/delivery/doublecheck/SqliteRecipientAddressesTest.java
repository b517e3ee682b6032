package belfry.delivery.doublecheck;

import belfry.testing.Engine;

class SqliteRecipientAddressesTest extends RecipientAddressesContract implements Engine.Sqlite {}
