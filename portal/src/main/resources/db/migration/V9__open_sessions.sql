-- Where each session is open, and of whose people: shown to whom it belongs, and held against
-- ALLOWED_ORGS at each request.
ALTER TABLE session ADD COLUMN organisation TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN browser TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN address TEXT NOT NULL DEFAULT '';
CREATE INDEX session_person ON session (person);
