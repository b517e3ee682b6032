-- delivery -------------------------------------------------------------------------------------

-- When everybody of a run had been sent to; those in doubt may have been checked for longer.
ALTER TABLE run ADD COLUMN sending_ended BIGINT;

-- jobs -----------------------------------------------------------------------------------------

-- Title, author and the first names of the audience, folded: searched anywhere.
ALTER TABLE job RENAME COLUMN title_key TO search_key;

-- The words of texts and audiences, folded, as bytes of UTF-8: searched by how they begin.
CREATE TABLE job_word (
  app TEXT NOT NULL,
  word BYTEA NOT NULL,
  job BIGINT NOT NULL,
  PRIMARY KEY (app, word, job)
);
CREATE INDEX job_word_job ON job_word (job);

-- Jobs whose words are still to be written down, because they are older than this table.
CREATE TABLE job_unsearched (job BIGINT PRIMARY KEY);
INSERT INTO job_unsearched SELECT id FROM job;
