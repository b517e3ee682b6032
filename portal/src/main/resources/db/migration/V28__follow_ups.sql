-- runs -----------------------------------------------------------------------------------------

-- The bot that sent a run's messages: another is told that there are no such messages.
ALTER TABLE run ADD COLUMN bot TEXT NOT NULL DEFAULT '';

-- Where the first wave ended, also after the rest has followed; NULL if there was none.
ALTER TABLE run ADD COLUMN wave_mark BIGINT;
UPDATE run SET wave_mark = wave_end;

-- What became of the message after it was sent: 'recalled' or 'corrected'.
ALTER TABLE recipient ADD COLUMN followed TEXT;

-- A recall or a correction of a run's messages.
CREATE TABLE follow_up (
  id BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  run BIGINT NOT NULL,
  job BIGINT NOT NULL,
  kind TEXT NOT NULL,
  part TEXT NOT NULL,
  -- Whom it is only for, as JSON; empty for everybody.
  only_for TEXT NOT NULL,
  markdown TEXT NOT NULL,
  gate TEXT NOT NULL,
  complete INTEGER NOT NULL,
  -- How often the run's recipients were gone through, and how far the next time has come.
  passes INTEGER NOT NULL,
  scanned BIGINT NOT NULL,
  next_number BIGINT NOT NULL,
  started_by TEXT NOT NULL,
  started_by_name TEXT NOT NULL,
  created BIGINT NOT NULL,
  started BIGINT,
  finished BIGINT,
  planned BIGINT NOT NULL,
  retry BIGINT NOT NULL,
  doing BIGINT NOT NULL,
  unknown BIGINT NOT NULL,
  done BIGINT NOT NULL,
  refused BIGINT NOT NULL,
  unclear BIGINT NOT NULL,
  skipped BIGINT NOT NULL
);
CREATE INDEX follow_up_open ON follow_up (app) WHERE gate <> 'closed';
CREATE INDEX follow_up_run ON follow_up (run);

CREATE TABLE follow_up_row (
  follow_up BIGINT NOT NULL,
  number BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  state TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  attempt_id BIGINT,
  -- Whether an attempt may have taken effect.
  doubted INTEGER NOT NULL DEFAULT 0,
  epoch BIGINT,
  reason TEXT,
  settled_at BIGINT,
  PRIMARY KEY (follow_up, number),
  UNIQUE (follow_up, seq)
);
-- The few that are neither waiting for their first turn nor done.
CREATE INDEX follow_up_row_special ON follow_up_row (follow_up, state, number)
  WHERE state = 'retry' OR state = 'doing' OR state = 'unknown' OR state = 'refused'
    OR state = 'unclear' OR state = 'skipped';
