-- apps -----------------------------------------------------------------------------------------

-- The bots of an app besides its first, which is in the table bot. Each keeps its number.
CREATE TABLE further_bot (
  app TEXT NOT NULL,
  number INTEGER NOT NULL,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  avatar TEXT NOT NULL,
  gone INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (app, number)
);

ALTER TABLE bot ADD COLUMN number INTEGER NOT NULL DEFAULT 0;

-- Whether the settings no longer have its token.
ALTER TABLE bot ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;

-- runs -----------------------------------------------------------------------------------------

-- From which of an app's bots somebody hears: its number. Only for apps that have had several.
CREATE TABLE person_bot (
  app TEXT NOT NULL,
  person_key TEXT NOT NULL,
  bot INTEGER NOT NULL,
  chosen BIGINT NOT NULL,
  PRIMARY KEY (app, person_key)
);
CREATE INDEX person_bot_of_person ON person_bot (person_key);

-- When somebody had everybody of an app shared out anew among its bots.
CREATE TABLE bots_spread (
  app TEXT PRIMARY KEY,
  at BIGINT NOT NULL
);
