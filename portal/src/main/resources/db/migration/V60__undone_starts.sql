-- What a job that starts in a moment was before somebody had it sent: undoing puts that back, and
-- what it starts beside its series takes the words over only when it starts.
ALTER TABLE job ADD COLUMN ahead TEXT NOT NULL DEFAULT '';
