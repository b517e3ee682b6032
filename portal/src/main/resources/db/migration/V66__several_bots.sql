-- runs -----------------------------------------------------------------------------------------

-- Which of its app's bots deletes or corrects it: the bot's number.
ALTER TABLE follow_up_row ADD COLUMN lane INTEGER NOT NULL DEFAULT 0;
CREATE INDEX follow_up_row_planned ON follow_up_row (follow_up, lane, number) WHERE state = 'planned';

-- How far each bot has come with its part of a run, and who it is. Of a run that only the first bot sends, the run's own row says it.
CREATE TABLE run_lane (
  run BIGINT NOT NULL,
  lane INTEGER NOT NULL,
  next_seq BIGINT NOT NULL,
  bot TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (run, lane)
);

-- Which sends it. Last, because sending waits for the table as long as this takes.
ALTER TABLE recipient ADD COLUMN lane INTEGER NOT NULL DEFAULT 0;
