-- people ---------------------------------------------------------------------------------------

-- By bytes on both databases: in the order of a language, no index finds all that begin alike.
ALTER TABLE person RENAME COLUMN name_key TO language_key;
ALTER TABLE person ADD COLUMN name_key TEXT COLLATE ${bytewise} NOT NULL DEFAULT '';
UPDATE person SET name_key = language_key;
ALTER TABLE person DROP COLUMN language_key;
CREATE INDEX person_name ON person (name_key);
