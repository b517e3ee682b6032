-- jobs -----------------------------------------------------------------------------------------

-- Times of a repeating job that are left out, as JSON; empty where none are.
ALTER TABLE job ADD COLUMN skipped TEXT NOT NULL DEFAULT '';
