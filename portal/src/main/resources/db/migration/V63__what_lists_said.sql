-- jobs -----------------------------------------------------------------------------------------

-- What the lists of saved audiences said of addresses when it was agreed to, as digests with the promise's salt: of each address, and
-- behind it of what its recipient was to read, so that somebody is asked where lists say something else by then.
ALTER TABLE job_promise ADD COLUMN said TEXT NOT NULL DEFAULT '';
