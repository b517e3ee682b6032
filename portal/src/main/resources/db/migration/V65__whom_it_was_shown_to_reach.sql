-- jobs -----------------------------------------------------------------------------------------

-- The digest of whom a job went to as it was shown to whoever agreed: what begins at once asks where it would go to others.
ALTER TABLE job_promise ADD COLUMN whom TEXT NOT NULL DEFAULT '';
