-- What exactly was asked for under a request id, as a digest; empty for requests before this version.
ALTER TABLE done_request ADD COLUMN asked TEXT NOT NULL DEFAULT '';

-- How often a person wanted it sent again although it may have arrived: so many doubles are theirs.
ALTER TABLE recipient ADD COLUMN warned INTEGER NOT NULL DEFAULT 0;
