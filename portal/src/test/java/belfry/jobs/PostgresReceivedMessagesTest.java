package belfry.jobs;

import belfry.testing.Engine;

class PostgresReceivedMessagesTest extends ReceivedMessagesContract implements Engine.Postgres {}
