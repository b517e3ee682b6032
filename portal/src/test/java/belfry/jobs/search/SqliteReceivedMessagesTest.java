package belfry.jobs.search;

import belfry.testing.Engine;

class SqliteReceivedMessagesTest extends ReceivedMessagesContract implements Engine.Sqlite {}
