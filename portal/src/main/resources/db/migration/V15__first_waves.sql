-- The part of a run that is sent to first.

-- jobs -----------------------------------------------------------------------------------------

-- How it begins, as JSON; empty where everybody is sent to at once.
ALTER TABLE job ADD COLUMN first_wave TEXT NOT NULL DEFAULT '';

-- runs -----------------------------------------------------------------------------------------

ALTER TABLE run ADD COLUMN first_wave TEXT NOT NULL DEFAULT '';

-- Recipients from this number on wait until it is decided that the run goes on; NULL where none do.
ALTER TABLE run ADD COLUMN wave_end BIGINT;
ALTER TABLE run ADD COLUMN wave_size BIGINT NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN wave_state TEXT NOT NULL DEFAULT 'underway';
-- When it goes on by itself.
ALTER TABLE run ADD COLUMN goes_on BIGINT;
CREATE INDEX run_goes_on ON run (app, goes_on) WHERE goes_on IS NOT NULL;
