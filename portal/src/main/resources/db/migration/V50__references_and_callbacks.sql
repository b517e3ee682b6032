-- jobs -----------------------------------------------------------------------------------------

-- What the program that made it calls it, to find it again.
ALTER TABLE job ADD COLUMN reference TEXT NOT NULL DEFAULT '';
CREATE INDEX job_reference ON job (app, reference) WHERE reference <> '';

-- storage --------------------------------------------------------------------------------------

-- What was answered, where a repetition is answered the same without doing anything again.
ALTER TABLE done_request ADD COLUMN status INTEGER NOT NULL DEFAULT 0;
ALTER TABLE done_request ADD COLUMN answer TEXT NOT NULL DEFAULT '';

-- hooks ----------------------------------------------------------------------------------------

-- What was told of each recipient of a run that has not ended: a letter for each, in the order of their numbers.
CREATE TABLE hook_told_page (
  run BIGINT NOT NULL,
  page BIGINT NOT NULL,
  told TEXT NOT NULL,
  PRIMARY KEY (run, page)
);

-- How a run's counts were when its recipients were last gone through for that.
CREATE TABLE hook_told_counts (
  run BIGINT PRIMARY KEY,
  counts TEXT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX hook_told_counts_at ON hook_told_counts (at);
