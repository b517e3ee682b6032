-- What exactly was asked for under a request id, as a digest; empty for requests before this version.
ALTER TABLE done_request ADD COLUMN asked TEXT NOT NULL DEFAULT '';
