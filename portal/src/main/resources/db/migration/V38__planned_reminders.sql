-- jobs -----------------------------------------------------------------------------------------

-- The reminders of an announcement that has begun. Each that is due becomes a job with a run.
CREATE TABLE reminder (
  job BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  -- The run whose silent recipients are reminded.
  run BIGINT NOT NULL,
  -- Who set them last.
  sender TEXT NOT NULL,
  sender_name TEXT NOT NULL,
  -- What was set, as JSON.
  set_as TEXT NOT NULL,
  -- 1 if they wait until somebody sets them again.
  held INTEGER NOT NULL,
  -- Why there are no more; empty while there are.
  ended TEXT NOT NULL,
  -- The times still to come, in order, as JSON.
  times TEXT NOT NULL,
  -- When to look at them next; null if never.
  due BIGINT
);
CREATE INDEX reminder_due ON reminder (app, due);

-- runs -----------------------------------------------------------------------------------------

-- From when on nothing more is sent.
ALTER TABLE run ADD COLUMN ends BIGINT;
