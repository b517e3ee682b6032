package belfry.answers;

import belfry.testing.Engine;

class PostgresAnnouncementsTest extends AnnouncementsContract implements Engine.Postgres {}
