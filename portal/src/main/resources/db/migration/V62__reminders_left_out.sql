-- jobs -----------------------------------------------------------------------------------------

-- Those that were due and did not begin, each with why, as JSON.
ALTER TABLE reminder ADD COLUMN left_out TEXT NOT NULL DEFAULT '[]';
