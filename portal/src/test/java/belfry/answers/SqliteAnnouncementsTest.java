package belfry.answers;

import belfry.testing.Engine;

class SqliteAnnouncementsTest extends AnnouncementsContract implements Engine.Sqlite {}
