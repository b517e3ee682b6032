-- The correction whose refused messages a recall is about; NULL for any other follow-up.
ALTER TABLE follow_up ADD COLUMN refused_by BIGINT;
