-- jobs -----------------------------------------------------------------------------------------

-- Whom Except named when it was agreed to, as digests with the promise's salt: they stay left out, whatever becomes of their
-- addresses, or of what is stored about them.
ALTER TABLE job_promise ADD COLUMN excepted TEXT NOT NULL DEFAULT '';
