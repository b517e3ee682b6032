-- jobs -----------------------------------------------------------------------------------------

-- The counts of the run at that moment; null where it had not begun, or was noted by an earlier version.
ALTER TABLE job_news ADD COLUMN total BIGINT;
ALTER TABLE job_news ADD COLUMN sent BIGINT;
ALTER TABLE job_news ADD COLUMN failed BIGINT;
ALTER TABLE job_news ADD COLUMN held BIGINT;
ALTER TABLE job_news ADD COLUMN skipped BIGINT;
