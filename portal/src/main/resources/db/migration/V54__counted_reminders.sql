-- jobs -----------------------------------------------------------------------------------------

-- From when the days until the reminders are counted; null until the announcement has gone out.
ALTER TABLE reminder ADD COLUMN counted BIGINT;
