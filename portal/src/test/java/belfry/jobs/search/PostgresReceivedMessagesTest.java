package belfry.jobs.search;

import belfry.testing.Engine;

class PostgresReceivedMessagesTest extends ReceivedMessagesContract implements Engine.Postgres {}
