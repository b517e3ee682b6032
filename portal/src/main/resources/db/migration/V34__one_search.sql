-- people ---------------------------------------------------------------------------------------

-- The words of names and addresses, folded, as bytes of UTF-8: searched by how they begin.
CREATE TABLE person_word (
  word BYTEA NOT NULL,
  person TEXT NOT NULL,
  PRIMARY KEY (word, person)
);
CREATE INDEX person_word_person ON person_word (person);

-- Whether the words say what the row says. They are written down a little later, in small steps, because
-- people come by the hundred thousand.
ALTER TABLE person ADD COLUMN searched INTEGER NOT NULL DEFAULT 0;
CREATE INDEX person_unsearched ON person (id) WHERE searched = 0;

-- jobs -----------------------------------------------------------------------------------------

-- The author's name is among the words of a job from now on.
INSERT INTO job_unsearched SELECT id FROM job WHERE id NOT IN (SELECT job FROM job_unsearched);
