-- runs -----------------------------------------------------------------------------------------

-- Up to when the answers to an app's messages are read, for who is reminded; no row if none are.
CREATE TABLE answers_read (
  app TEXT PRIMARY KEY,
  up_to BIGINT NOT NULL,
  -- Up to when somebody waits for them to be read.
  awaited BIGINT NOT NULL
);

-- jobs -----------------------------------------------------------------------------------------

-- Since when the one that is due waits for the answers of before to be read; null if none does.
ALTER TABLE reminder ADD COLUMN asked BIGINT;
