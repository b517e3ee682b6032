-- jobs -----------------------------------------------------------------------------------------

-- The digest of whom groups kept in Belfry and saved audiences named when it was agreed to: what is sent now asks where they name others.
ALTER TABLE job_promise ADD COLUMN whom TEXT NOT NULL DEFAULT '';
