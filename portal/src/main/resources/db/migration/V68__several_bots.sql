-- apps -----------------------------------------------------------------------------------------

-- The bots of an app besides its first, which is in the table bot. Each keeps its number.
CREATE TABLE further_bot (
  app TEXT NOT NULL,
  number INTEGER NOT NULL,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  avatar TEXT NOT NULL,
  PRIMARY KEY (app, number)
);
