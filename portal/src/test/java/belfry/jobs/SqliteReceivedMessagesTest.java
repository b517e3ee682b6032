package belfry.jobs;

import belfry.testing.Engine;

class SqliteReceivedMessagesTest extends ReceivedMessagesContract implements Engine.Sqlite {}
