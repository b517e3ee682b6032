-- jobs -----------------------------------------------------------------------------------------

-- How it repeats, an RRULE counted from local_time; empty where it does not.
ALTER TABLE job ADD COLUMN rule TEXT NOT NULL DEFAULT '';

-- How many seconds late it may still begin by itself.
ALTER TABLE job ADD COLUMN grace BIGINT NOT NULL DEFAULT 3600;

-- Who gave it its time last, and must still be allowed to send when it comes.
ALTER TABLE job ADD COLUMN sender TEXT NOT NULL DEFAULT '';
UPDATE job SET sender = author;

-- The recurring job it is an occurrence of, and the time it stands for: one job for each.
ALTER TABLE job ADD COLUMN series BIGINT;
ALTER TABLE job ADD COLUMN planned BIGINT;
CREATE UNIQUE INDEX job_occurrence ON job (series, planned);
