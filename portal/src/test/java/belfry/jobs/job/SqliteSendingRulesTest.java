package belfry.jobs.job;

import belfry.testing.Engine;

class SqliteSendingRulesTest extends SendingRulesContract implements Engine.Sqlite {}
