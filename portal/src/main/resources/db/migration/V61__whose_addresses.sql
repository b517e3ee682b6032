-- jobs -----------------------------------------------------------------------------------------

-- Whom the addresses of its audience meant when it was agreed to, as digests with the promise's salt: of each address, and of each
-- with its person, so that somebody is asked where it means somebody else by then.
ALTER TABLE job_promise ADD COLUMN addressed TEXT NOT NULL DEFAULT '';
