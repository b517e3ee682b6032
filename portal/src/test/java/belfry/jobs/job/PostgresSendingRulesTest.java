package belfry.jobs.job;

import belfry.testing.Engine;

class PostgresSendingRulesTest extends SendingRulesContract implements Engine.Postgres {}
