-- jobs -----------------------------------------------------------------------------------------

-- What a job's recipients were said to be when somebody last had it sent or scheduled: it is compared with whom its runs
-- reach. A job without one was agreed to by a version that kept none.
CREATE TABLE job_promise (
  job BIGINT PRIMARY KEY,
  -- The digest of the content and the number of people and spaces, so that one of another state of the job is not used.
  content TEXT NOT NULL,
  heads BIGINT NOT NULL,
  -- How many of them get it.
  reached BIGINT NOT NULL,
  -- Who cannot get it because of their values: the first of them as digests with this salt, and how many others.
  salt TEXT NOT NULL,
  left_out TEXT NOT NULL,
  others BIGINT NOT NULL,
  -- Groups of which the directory lists only some members.
  incomplete TEXT NOT NULL,
  at BIGINT NOT NULL
);

-- runs -----------------------------------------------------------------------------------------

-- 1 if it tells the author of its job that the job waits for them. Its kind is 'reply', which every version knows as a message
-- to one person that is no announcement.
ALTER TABLE run ADD COLUMN notice INTEGER NOT NULL DEFAULT 0;

-- access ---------------------------------------------------------------------------------------

-- The language in which each person last used the page.
CREATE TABLE person_language (
  person TEXT PRIMARY KEY,
  language TEXT NOT NULL
);
