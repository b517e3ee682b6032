package belfry.jobs;

import belfry.testing.Engine;

class SqliteSendingRulesTest extends SendingRulesContract implements Engine.Sqlite {}
