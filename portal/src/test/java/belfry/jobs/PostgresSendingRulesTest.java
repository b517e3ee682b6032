package belfry.jobs;

import belfry.testing.Engine;

class PostgresSendingRulesTest extends SendingRulesContract implements Engine.Postgres {}
